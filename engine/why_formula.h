// Why an output of a formula is what it is at one item, and the smallest change of rows that turns
// it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct WhyFormulaOptions {
  EvaluateOptions evaluate;
  std::vector<std::string> extractions;  ///< as in FormulaRunOptions
  std::string item;                      ///< as find_item takes it
  std::string output;                    ///< of the formulas that have it
  std::optional<std::string> to;         ///< the value that it is to have; any other than now
  std::chrono::duration<double> most_time = kDefaultTime;  ///< of the search at one formula
  static constexpr std::chrono::seconds kDefaultTime{10};
  bool is_json = false;
  bool colour = false;  ///< of text
};

/// The programs' own formulas with that output, one after the other; as JSON a list
/// (engine/report/why_formula.h). Fails (Usage) if there is no such item or
/// output, or if the output never has the value that it is to have.
base::Result<std::string> explain_why_formula(const Compilation& compilation,
                                              const WhyFormulaOptions& options);

}  // namespace seedc::engine
