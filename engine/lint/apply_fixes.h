// Applies the safe fixes of diagnostics to program files.
#pragma once

#include <cstddef>
#include <string>

#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::lint {

/// Fixes one program file on disk as far as that is safe: compiles it, applies the safe fixes of
/// its diagnostics, writes it, and repeats this while there are any, since one mistake can hide
/// another. Returns how many fixes were applied. Standard input, anything but a regular file, and a
/// file that changed since it was read are left alone.
base::Result<std::size_t> apply_fixes(const std::string& file,
                                      const engine::CompileOptions& options);

}  // namespace seedc::lint
