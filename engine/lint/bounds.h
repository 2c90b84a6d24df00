// Lints of bounds of numbers: those that no number meets, and those that every number meets. They
// need no data.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "engine/lint/spelling.h"
#include "runtime/language/conditions.h"

namespace seedc::lint {

/// Whether no number meets the bounds of a condition on a number, and a missing one does not,
/// either.
bool is_never(const language::Condition& condition);

/// Reports the conditions written in a tree that no number meets, ANDs of bounds on one path that
/// no number meets, and ORs of which every number meets one. `values` are those of `module`.
KnownExprs lint_bounds(const ast::Expr& tree, const check::ExprValues& values,
                       const ir::Module& module, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
