// Paths that formulas read: those that the data does not have, and comparisons in a `where` with
// values of another kind than a path has.
#pragma once

#include "compiler/ast/formula.h"
#include "compiler/diag/diagnostics.h"
#include "engine/schema_source.h"

namespace seedc::lint {

/// `names` is read as far as the formula needs it. Without data and schema only fields that every
/// dataset has are known.
void lint_formula_paths(const ast::Formula& formula, engine::SchemaSource& names,
                        diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
