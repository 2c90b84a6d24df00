// What formulas compute, whatever the values of the data: tests that never hold, values that are
// never there, and logic of which an operand can be null, where the editions of the language
// differ. Without data as well, of which only the kinds of values are looked at.
#pragma once

#include <vector>

#include "engine/bounds/ir_bounds.h"
#include "engine/program.h"

namespace seedc::lint {

/// The values that a run may set, each equal to none but itself: parameters, and the tests of a
/// `where` with one, in which they are literals. Of the module's instructions a number that is
/// equal for equal ones.
struct FormulaNumbers {
  std::vector<ir::ValueId> unknown;
  std::vector<ir::ValueId> numbers;
};
FormulaNumbers number_formulas(const engine::Compilation& compilation);

/// The bounds of all steps of the formulas without errors, and of which rows count. What is unknown
/// may be anything of its kind. `reads`: what they read (read_bounds); the rest may be anything.
/// The compilation outlives them.
bounds::IrBounds bounds_of_formulas(const engine::Compilation& compilation,
                                    const FormulaNumbers& numbers, bounds::IrBounds::Known reads);

/// Says nothing of what is reported already at the same location.
void lint_formula_values(engine::Compilation& compilation);

}  // namespace seedc::lint
