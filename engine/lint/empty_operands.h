// The lint of operands without a text, which match every value that is present. It needs no data.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"

namespace seedc::lint {

/// Reports the operands written in a tree whose text is empty. `values` are those of `module`.
void lint_empty_operands(const ast::Expr& tree, const check::ExprValues& values,
                         const ir::Module& module, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
