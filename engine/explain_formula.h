// Explains formulas at one item.
#pragma once

#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/explain/outline.h"
#include "engine/program.h"
#include "engine/report/layout.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct ExplainFormulaOptions {
  EvaluateOptions evaluate;
  std::vector<std::string> extractions;  ///< as in FormulaRunOptions
  std::string item;                      ///< as find_item takes it
  std::string step;                      ///< only this one and those it uses; or empty
  bool all = false;                      ///< every row, not the first few
  bool is_json = false;
  report::Layout layout = {};  ///< of text
};

/// The programs' own formulas as written, in order, those without errors.
std::vector<explain::FormulaOutline> written_formulas(const Compilation& compilation);

/// The programs' own formulas, those without errors, one after the other; as JSON a list; empty if
/// there are none. Fails (Usage) if there is no such item or step.
base::Result<std::string> explain_formulas(const Compilation& compilation,
                                           const ExplainFormulaOptions& options);

}  // namespace seedc::engine
