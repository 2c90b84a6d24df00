// IR to plan: typed conditions, and the logic as plane programs, one for the results and one a
// stage for its demand.
#pragma once

#include "compiler/ir/module.h"
#include "runtime/contract/plan.h"

namespace seedc {

/// `keep_names` asks for the values of named conditions too. Two conditions of the same name are
/// told apart: the second is called `name#2`.
plan::Plan make_plan(const ir::Module& module, bool keep_names);

}  // namespace seedc
