// The IR as text: printed, read back, and verified. What `print` writes, `read` reads to an equal
// module.
#pragma once

#include <map>
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
///
/// `unread`: what is wrong with attributes of conditions that their fields do not hold, by the
/// instruction; the reader knows it.
using UnreadFields = std::map<ValueId, std::vector<std::string>>;
std::vector<std::string> verify(const Module& module, const UnreadFields& unread = {});

}  // namespace seedc::ir
