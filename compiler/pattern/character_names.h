// `\N{…}`: the names of characters, and what Python considers an identifier.
#pragma once

#include <optional>
#include <string_view>

namespace seedc::pattern {

/// The character that Python's `unicodedata.lookup` (Unicode 14) finds, aliases included;
/// std::nullopt for an unknown name and for the name of a sequence.
std::optional<char32_t> character_named(std::u32string_view name);

/// Python's `str.isidentifier`.
bool is_identifier(std::u32string_view text);

}  // namespace seedc::pattern
