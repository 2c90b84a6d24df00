// Applies the safe fixes of diagnostics to program files.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/base/result.h"
#include "engine/program.h"

namespace seedc {

/// Mends what is surely mended in one program file: compiles it, applies the safe fixes that lie in
/// it, writes it, and begins again while there are any, since one mistake can hide another. Returns
/// how many fixes were applied. Standard input, what is no regular file, and a file that changed
/// since it was read are left alone.
Result<std::size_t> mend_file(const std::string& file, const CompileOptions& options);

}  // namespace seedc
