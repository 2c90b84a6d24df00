// Strings in quotes that a notation does not know.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "compiler/diag/diagnostics.h"

namespace seedc {

/// Puts the string in typographic or single quotes that begins at `begin` of a file into plain
/// double ones. Nothing if it does not end in its line, or holds what would need an escape.
std::optional<FixIt> in_double_quotes(std::string_view text, FileId file, std::size_t begin);

}  // namespace seedc
