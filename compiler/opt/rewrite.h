// What passes share: walking a module's live instructions in order and building the new module from
// them.
#pragma once

#include <functional>

#include "compiler/ir/module.h"

namespace seedc::opt {

/// Calls `visit` for each instruction that a root needs, its operands already those of the new
/// module; `visit` appends what it makes of it and returns the value. Roots follow.
ir::Module rewrite(const ir::Module& module,
                   const std::function<ir::ValueId(ir::Module&, ir::Inst)>& visit);

/// The module without the instructions that no root needs.
ir::Module drop_dead(const ir::Module& module);

}  // namespace seedc::opt
