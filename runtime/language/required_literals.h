// Literals of which a text must have one for a pattern to occur in it. The compiler takes them from
// a pattern's tree; text search looks for them first, as that is much cheaper than to match.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace seedc::language {

struct RequiredLiterals {
  /// Wherever the pattern matches, one of these occurs: printable ASCII, letters in lower case, to
  /// be compared without regard to case and with `ſ` for s and `K` (U+212A) for k. Each has two
  /// bytes to kMaxLiteralBytes, or is a punctuation character.
  std::vector<std::string> literals;
  /// Wherever one of them occurs, the pattern matches.
  bool exact = false;

  friend bool operator==(const RequiredLiterals&, const RequiredLiterals&) = default;
};

constexpr std::size_t kMaxLiteralBytes = 100;
/// Of one pattern.
constexpr std::size_t kMaxLiterals = 200;

}  // namespace seedc::language
