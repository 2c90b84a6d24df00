// Checks a Formula Seed and builds its IR: names, types and operations, with all errors found in
// one run (semantics.md section 6).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/check/formula_options.h"
#include "compiler/check/formula_values.h"
#include "compiler/check/missing_values.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "runtime/contract/formula.h"

namespace seedc::check {

struct CheckedFormula {
  std::string name;  ///< its `task_name`, or `default_name`
  source::Span span;
  std::optional<std::size_t> compiled;  ///< index into Module::formulas; absent if it has an error
  FormulaValues values;
  std::vector<std::string> params;  ///< the names of its parameters
  /// What is wrong with the values that the run gives parameters (Usage).
  std::vector<base::Error> setting_errors;
  std::vector<contract::FieldGuide> fields;  ///< of `extract`, as described to a language model
  std::vector<MissingValues> missing;        ///< for lints
};

CheckedFormula check_formula(const ast::Formula& formula, std::string_view default_name,
                             ir::Module& module, diag::Diagnostics& diagnostics,
                             const FormulaOptions& options = {});

}  // namespace seedc::check
