// Literals that a text must have for a pattern to occur in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seedc {

struct RequiredLiterals {
  /// Wherever the pattern matches, one of these occurs: printable ASCII, letters in lower case, to
  /// be compared without regard to case and with `ſ` for s and `K` (U+212A) for k. Each has two
  /// bytes to kMaxLiteralBytes, or is one of punctuation.
  std::vector<std::string> literals;
  /// Wherever one of them occurs, the pattern matches.
  bool exact = false;
};

constexpr std::size_t kMaxLiteralBytes = 100;
/// Of one pattern.
constexpr std::size_t kMaxLiterals = 200;

/// Reads a pattern in PCRE2's dialect as the compiler writes it. Nothing if it has no such
/// literals, or is written in a way not known here.
std::optional<RequiredLiterals> required_literals(std::string_view pcre2);

}  // namespace seedc
