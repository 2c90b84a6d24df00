// The settings with which Formula Seeds are checked.
#pragma once

#include <vector>

#include "compiler/check/formula_params.h"
#include "compiler/check/pattern_check.h"

namespace seedc::check {

struct FormulaOptions {
  bool all_steps = false;  ///< every step is an output, in the order of `compute`
  /// Reports likely mistakes too, and where the second edition of the language gives a formula
  /// another meaning.
  bool reports_lints = false;
  EngineRefusal engine_refusal = {};  ///< without one, no pattern is refused
  std::vector<ParamSetting> settings = {};
};

}  // namespace seedc::check
