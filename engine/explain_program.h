// Explains a program's results at one item.
#pragma once

#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct ExplainProgramOptions {
  EvaluateOptions evaluate;
  std::string item;                      ///< as find_item takes it
  std::string request;                   ///< only the one of this id; or empty
  std::string step;                      ///< of formulas only this one and those it uses; or empty
  std::vector<std::string> extractions;  ///< as in FormulaRunOptions
  bool all = false;                      ///< all reviews and rows, not the first few
  bool is_json = false;
  bool colour = false;  ///< of text
};

/// Requests first, then formulas; as JSON a list, or an object of both lists. Fails (Usage) if
/// there is no such item, request or step.
base::Result<std::string> explain_program(const Compilation& compilation,
                                          const ExplainProgramOptions& options);

}  // namespace seedc::engine
