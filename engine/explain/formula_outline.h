// A checked formula, as written, with the values of its parts.
//
//   {"name": "MEAN", "op": "expr", "expr": "STARS / N"}  ->  `STARS / N` %9, of it `STARS` %6, `N`
//   %4
#pragma once

#include "compiler/ast/formula.h"
#include "compiler/check/formula_check.h"
#include "compiler/ir/module.h"
#include "compiler/source/source.h"
#include "engine/explain/outline.h"

namespace seedc::explain {

/// `tree` was checked without errors into `module`, which is not optimised. Both outlive the
/// outline.
FormulaOutline outline_of(const ast::Formula& tree, const check::CheckedFormula& checked,
                          const ir::Module& module, const source::SourceManager& sources);

}  // namespace seedc::explain
