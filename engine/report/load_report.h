// Records that were left out while reading data, and searches that a run could not finish, as
// text.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::report {

/// The first records that were left out, then `data: 50 items, 1000 reviews`, and for each file
/// that lost some: records = used + left out.
std::string format_load_report(const data::LoadReport& report, std::uint64_t items,
                               std::uint64_t reviews);

/// The same as an object of JSON, for programs: `{"items":…,"reviews":…,"left_out":{…}}`.
std::string load_report_json(const data::LoadReport& report, std::uint64_t items,
                             std::uint64_t reviews);

/// A warning if searches reached the match limit of their pattern; else empty.
std::string format_text_ledger(const exec::TextLedger& ledger);

}  // namespace seedc::report
