// Patterns are written in the dialect of Python 3.11's `re` (semantics.md section 3, review_text).
// This folder parses that dialect and writes the same pattern for PCRE2 (options UTF, UCP,
// CASELESS, and no others; newline LF).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/language/required_literals.h"

namespace seedc {

struct TranslatedPattern {
  /// The pattern in PCRE2's dialect. If Python refuses the pattern, one that matches it as literal
  /// text. Empty if `unsupported` is not, and if the pattern is.
  std::string pcre2;
  /// What a text must have for the pattern to occur in it. `std::nullopt` if there is no such
  /// literal worth looking for.
  std::optional<RequiredLiterals> required;
  /// Why Python's `re.compile(pattern, re.IGNORECASE)` raises, in a few words; empty if it does
  /// not.
  std::string refusal;
  /// Why no pattern of PCRE2's means the same, or that a limit of ours is passed; empty if neither.
  /// An error.
  std::string unsupported;
};

/// `pattern` is UTF-8; a byte that is not matches nothing. Takes time linear in the length of the
/// pattern.
TranslatedPattern translate_python_regex(std::string_view pattern);

}  // namespace seedc
