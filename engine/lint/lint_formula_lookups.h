// Exact lookups of numbers in tables of which no key is the text of one.
#pragma once

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// `bounds`: of the compilation's formulas; it has not given up. Says nothing of what is reported
/// already at the same location.
void lint_formula_lookups(engine::Compilation& compilation, const bounds::IrBounds& bounds);

}  // namespace seedc::lint
