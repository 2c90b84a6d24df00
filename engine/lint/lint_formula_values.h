// What formulas compute, whatever the data has: tests that never hold, and logic of which an
// operand can be null, where the editions of the language differ. It needs no data.
#pragma once

#include <vector>

#include "engine/program.h"

namespace seedc::lint {

/// `numbers`: of the module's instructions (ValueNumbers::canonical). Says nothing of what is
/// reported already at the same location.
void lint_formula_values(engine::Compilation& compilation, const std::vector<ir::ValueId>& numbers);

}  // namespace seedc::lint
