// Looks for computations that have one value although what they are computed from has several.
#pragma once

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// `bounds`: of the formulas (bounds_of_formulas). Tests are those of lint_formula_values.
void lint_formula_constants(engine::Compilation& compilation, const bounds::IrBounds& bounds);

}  // namespace seedc::lint
