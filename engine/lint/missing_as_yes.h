// NOT over conditions that take a missing value as not satisfied: where the value is missing, NOT
// of them is satisfied.
//
//   NOT(item_meta(categories, contains: "Bars"))    an item without categories satisfies it
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"

namespace seedc::lint {

/// Reports them in the tree of a request, at the innermost NOT around each, with the form that
/// stays unknown as help. Names are followed to their definitions; each condition is reported once
/// per request.
void lint_missing_as_yes(const ast::Expr& tree, const ir::Module& module,
                         const check::ExprValues& values, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
