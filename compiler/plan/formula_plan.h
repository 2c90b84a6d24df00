// The formulas of a module as plans: what they load, and a score program each.
#pragma once

#include <vector>

#include "compiler/ir/module.h"
#include "runtime/contract/formula.h"

namespace seedc {

/// One a formula of the module, which is verified, in order.
std::vector<plan::Formula> plan_formulas(const ir::Module& module);

}  // namespace seedc
