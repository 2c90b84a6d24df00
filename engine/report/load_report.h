// Records that were left out while reading data, and searches that a run could not finish, as
// text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/report/data_findings.h"
#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::report {

/// A warning for each of the first records that were left out, and how many more there are; empty
/// if there are none.
std::string format_left_out(const data::LoadReport& report);

/// The same for machines; `faults` are of the data as a whole.
std::vector<DataFinding> load_findings(const data::LoadReport& report,
                                       std::span<const base::Error> faults);
/// A warning, with its help.
std::string format_data_fault(const base::Error& fault);

/// `data: 50 items, 1000 reviews`, data::Source::kept_as, and for each file that lost some: records
/// = used + left out.
std::string format_load_counts(const data::LoadReport& report, std::uint64_t items,
                               std::uint64_t reviews, std::string_view kept_as);

/// All of it as an object of JSON, for programs: `{"items":…,"reviews":…,"left_out":{…}}`.
std::string load_report_json(const data::LoadReport& report, std::uint64_t items,
                             std::uint64_t reviews);

/// A warning if searches reached the match limit of their pattern; else empty.
std::string format_text_ledger(const exec::TextLedger& ledger);

}  // namespace seedc::report
