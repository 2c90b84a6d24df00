// Strings in quotes that a notation does not support.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "compiler/diag/diagnostics.h"

namespace seedc::parse {

/// Replaces the typographic quotes of the string at offset `begin` of a file by plain
/// double ones. std::nullopt if it does not end on its line, or contains characters that would need
/// an escape.
std::optional<diag::FixIt> in_double_quotes(std::string_view text, source::FileId file,
                                            std::size_t begin);

/// Rewrites the string of Python at offset `begin` of a JSON text, in single quotes, and all that
/// follow it in the text up to one that is not closed on its line or has an escape that JSON does
/// not have. Strings of JSON and comments between them stay. std::nullopt if the first is such a
/// one.
std::optional<diag::FixIt> in_double_quotes_from(std::string_view text, source::FileId file,
                                                 std::size_t begin);

}  // namespace seedc::parse
