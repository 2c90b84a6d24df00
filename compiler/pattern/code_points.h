// Patterns as code points: Python counts in them.
#pragma once

#include <string>
#include <string_view>

namespace seedc::pattern {

/// A byte that is not part of a valid sequence becomes a surrogate, U+DC80 to U+DCFF, as with
/// Python's `surrogateescape`.
std::u32string from_utf8(std::string_view text);

/// A surrogate becomes U+FFFD.
std::string to_utf8(char32_t code);
std::string to_utf8(std::u32string_view codes);

constexpr bool is_surrogate(char32_t code) { return code >= 0xd800 && code <= 0xdfff; }

}  // namespace seedc::pattern
