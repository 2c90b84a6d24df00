// The infrastructure of the passes: visits a module's live instructions in order and builds the new
// module from them.
#pragma once

#include <functional>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::opt {

/// Calls `visit` for each instruction that a root needs, with operands already renumbered for the
/// new module; `visit` appends its replacement and returns the value. Roots are renumbered
/// accordingly.
ir::Module rewrite(ir::Module module,
                   const std::function<ir::ValueId(ir::Module&, ir::Inst)>& visit);

/// Whether each instruction is needed by a root.
std::vector<bool> live_insts(const ir::Module& module);

/// Returns the module without the instructions that no root needs.
ir::Module drop_dead(ir::Module module);

}  // namespace seedc::opt
