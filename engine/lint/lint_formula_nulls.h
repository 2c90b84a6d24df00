// What formulas compute that is null wherever it is computed, as its operands are of other kinds, a
// divisor is zero; sums and extremes of what is never a number; and defaults of another kind than
// the value, with which something is null, or left out, for one of them.
#pragma once

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// `bounds`: of the compilation's formulas; it has not given up. Says nothing of what is reported
/// already at the same location.
void lint_formula_nulls(engine::Compilation& compilation, const bounds::IrBounds& bounds);

}  // namespace seedc::lint
