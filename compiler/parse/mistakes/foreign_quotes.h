// Strings in quotes that a notation does not support.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "compiler/diag/diagnostics.h"

namespace seedc::parse {

/// Replaces the typographic or single quotes of the string at offset `begin` of a file by plain
/// double ones. std::nullopt if it does not end on its line, or contains characters that would need
/// an escape.
std::optional<diag::FixIt> in_double_quotes(std::string_view text, source::FileId file,
                                            std::size_t begin);

}  // namespace seedc::parse
