// What formulas compute that is null wherever it is computed, as its operands are of other kinds, a
// divisor is zero; and sums and extremes of what is never a number.
#pragma once

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// `bounds`: of the compilation's formulas; it has not given up. Says nothing of what is reported
/// already at the same location.
void lint_formula_nulls(engine::Compilation& compilation, const bounds::IrBounds& bounds);

}  // namespace seedc::lint
