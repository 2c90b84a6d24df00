// One IR condition as the plan has it.
#pragma once

#include "compiler/ir/module.h"
#include "runtime/contract/plan.h"

namespace seedc {

/// The condition of an instruction that is no logic.
plan::Condition condition_of(const ir::Inst& inst);

}  // namespace seedc
