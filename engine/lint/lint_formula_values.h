// What formulas compute, whatever the values of the data: tests that never hold, values that are
// never there, and logic of which an operand can be null, where the editions of the language
// differ. Without data as well, of which only the kinds of values are looked at.
#pragma once

#include <vector>

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// The bounds of all steps of the formulas without errors, and of which rows count. Parameters may
/// be anything of their kind. `reads`: what they read (read_bounds); the
/// rest may be anything. The compilation outlives them.
bounds::IrBounds bounds_of_formulas(const engine::Compilation& compilation,
                                    const std::vector<ir::ValueId>& numbers,
                                    bounds::IrBounds::Known reads);

/// `numbers`: of the module's instructions (ValueNumbers::canonical). Says nothing of what is
/// reported already at the same location.
void lint_formula_values(engine::Compilation& compilation, const std::vector<ir::ValueId>& numbers);

}  // namespace seedc::lint
