// Translates patterns in the dialect of Python 3.11's `re` (semantics.md section 3, review_text) to
// equivalent patterns for PCRE2 (options UTF, UCP, CASELESS, and no others; newline LF).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/language/required_literals.h"

namespace seedc::pattern {

struct TranslatedPattern {
  /// The pattern in PCRE2's dialect. If Python rejects the pattern, one that matches it as literal
  /// text. Empty if `unsupported` is not, or if the pattern is.
  std::string pcre2;
  /// What a text must have for the pattern to occur in it. `std::nullopt` if there is no such
  /// literal worth looking for.
  std::optional<language::RequiredLiterals> required;
  /// Whether it is found in every text (empty_match.h).
  bool has_empty_match = false;
  /// Why Python's `re.compile(pattern, re.IGNORECASE)` raises, in a few words; empty if it does
  /// not.
  std::string refusal;
  /// Why PCRE2 cannot express the pattern, or which limit it exceeds; empty if neither.
  /// An error.
  std::string unsupported;
};

/// `pattern` is UTF-8; an invalid byte matches nothing. Takes time linear in the length of the
/// pattern.
TranslatedPattern translate_python_regex(std::string_view pattern);

/// Whether a search for the pattern can take a time that doubles with each character of a text
/// (ambiguous_repeats.h). False if Python rejects the pattern, or it exceeds a limit.
bool has_ambiguous_repeat(std::string_view pattern);

}  // namespace seedc::pattern
