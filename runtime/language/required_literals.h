// Literals of which a text must have one for a pattern to occur in it. The compiler takes them from
// a pattern's tree; text search looks for them first, as that is much cheaper than to match.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace seedc::language {

struct RequiredLiteral {
  /// UTF-8 without control characters; letters of ASCII are in lower case and compared without
  /// regard to case, and with `ſ` for s and `K` (U+212A) for k. It has two bytes to
  /// kMaxLiteralBytes, or is a punctuation character.
  std::string text;
  /// No character of words (Python's `\w`) may be directly before it, or directly after it.
  bool begins_word = false, ends_word = false;

  friend bool operator==(const RequiredLiteral&, const RequiredLiteral&) = default;
};

struct RequiredLiterals {
  /// Wherever the pattern matches, one of these occurs.
  std::vector<RequiredLiteral> literals;
  /// Wherever one of them occurs, the pattern matches.
  bool exact = false;

  friend bool operator==(const RequiredLiterals&, const RequiredLiterals&) = default;
};

constexpr std::size_t kMaxLiteralBytes = 100;
/// Of one pattern.
constexpr std::size_t kMaxLiterals = 200;

}  // namespace seedc::language
