// Verified modules, run on a small dataset: they may give any result, but the same one everywhere.
#pragma once

#include "compiler/ir/module.h"

namespace seedc::fuzz {

/// Runs a module, and the result of the passes on it, on the interpreter and as native code. Stops
/// the process if they differ.
void check_run(const ir::Module& module, const ir::Module& optimised);

}  // namespace seedc::fuzz
