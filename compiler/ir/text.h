// The IR as text: printed, read back, and verified. `read` restores a module equal to the one that
// `print` wrote.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"

namespace seedc::ir {

std::string print(const Module& module);

/// Reads a module and verifies it. Errors are reported, and the result must not be used after one.
/// Accepts untrusted text.
Module read(const source::SourceManager& sources, source::FileId file,
            diag::Diagnostics& diagnostics);

/// Verifies a module that did not come from text. Returns one line per error; empty if the module
/// is well formed: operands precede their uses and have the right count, attributes have their
/// types and ranges, roots are in the module.
///
/// `unread`: errors in attributes of conditions that their fields cannot represent, by instruction;
/// reported by the reader.
using UnreadFields = std::map<ValueId, std::vector<std::string>>;
std::vector<std::string> verify(const Module& module, const UnreadFields& unread = {});

}  // namespace seedc::ir
