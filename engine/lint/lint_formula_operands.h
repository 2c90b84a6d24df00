// Looks for operations of formulas whose operands are the same, as in `N - N`, and for an `or` of
// two tests of one value of which one always holds.
#pragma once

#include <vector>

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// `numbers`, `bounds`: as in lint_formula_values. Says nothing of what is reported already at the
/// same location.
void lint_formula_operands(engine::Compilation& compilation,
                           const std::vector<ir::ValueId>& numbers, const bounds::IrBounds& bounds);

}  // namespace seedc::lint
