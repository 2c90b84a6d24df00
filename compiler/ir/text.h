// The IR as text: printed, read back, and verified. What `print` writes, `read` reads to an equal
// module.
#pragma once

#include <string>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"

namespace seedc::ir {

std::string print(const Module& module);

/// Reads a module and verifies it; what is wrong is reported, and the result is then not to be
/// used. The text may be hostile.
Module read(const SourceManager& sources, FileId file, Diagnostics& diagnostics);

/// What is wrong with a module that did not come from text, one line each; empty if it is well
/// formed: operands before uses and as many as the operation takes, attributes of their types and
/// in their ranges, roots in the module.
std::vector<std::string> verify(const Module& module);

}  // namespace seedc::ir
