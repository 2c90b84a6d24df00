// The parameters of a Formula Seed, and the values that a run gives them (semantics.md section 6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/json.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/base/result.h"
#include "runtime/language/value.h"

namespace seedc::check {

/// A value that a run gives a parameter: `[FORMULA.]NAME=VALUE`.
struct ParamSetting {
  std::string formula;  ///< empty: of every formula that has the parameter
  std::string name;
  std::string value;        ///< of a number or boolean its JSON; of a string the text as it stands
  bool is_default = false;  ///< counts where no setting before it does; perhaps no formula has it
};

/// A parameter, and its value in this run: a finite number, a string or a boolean.
struct FormulaParam {
  std::string name;
  language::Value value;
  bool is_set = false;     ///< the run gives the value, not the program
  source::Span name_span;  ///< the key
  source::Span span;       ///< the value in the program
};

/// The parameters that `params` declares. A value that `settings` give the formula replaces the
/// program's; one of another kind is added to `errors` (Usage). What is wrong in the program is
/// reported, and left out.
std::vector<FormulaParam> read_params(const ast::Json& params, std::string_view formula,
                                      const std::vector<ParamSetting>& settings,
                                      diag::Diagnostics& diagnostics,
                                      std::vector<base::Error>& errors);

}  // namespace seedc::check
