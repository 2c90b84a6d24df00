// What is wrong with what a formula reads, and not with its program, for people and for machines.
// Of records that were left out while reading data load_report.h has the same.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/setting.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"

namespace seedc::report {

/// A warning without a location in a program.
struct DataFinding {
  std::string_view code;  ///< of the error that a strict run ends with, or of a diagnostic
  std::string message;
  std::string help = {};
};

/// As findings are written in JSON (diag::render_json), a comma and a line end between them.
std::string json_objects(std::span<const DataFinding> findings);

/// What a formula reads and no record has: a path or a field that may be misspelt, or extractions
/// that may belong to another formula.
std::vector<DataFinding> absent_findings(const contract::Formula& formula,
                                         const data::Dataset& dataset,
                                         const data::Extractions& extractions,
                                         base::SettingNames names = base::no_setting_names);
/// The same as text, one per line.
std::string format_absent_values(const contract::Formula& formula, const data::Dataset& dataset,
                                 const data::Extractions& extractions,
                                 base::SettingNames names = base::no_setting_names);

/// What was wrong with lines of extractions, each with its location, as far as noted; of each kind
/// the first ones, and how many more there are.
std::vector<DataFinding> extraction_findings(const data::ExtractionReport& report);
/// The same as text, one per line.
std::string format_extraction_faults(const data::ExtractionReport& report);

}  // namespace seedc::report
