// The infrastructure of the passes: visits a module's live instructions in order and builds the new
// module from them.
#pragma once

#include <functional>

#include "compiler/ir/module.h"

namespace seedc::opt {

/// Calls `visit` for each instruction that a root needs, with operands already renumbered for the
/// new module; `visit` appends its replacement and returns the value. Roots are renumbered
/// accordingly.
ir::Module rewrite(ir::Module module,
                   const std::function<ir::ValueId(ir::Module&, ir::Inst)>& visit);

/// Returns the module without the instructions that no root needs.
ir::Module drop_dead(ir::Module module);

}  // namespace seedc::opt
