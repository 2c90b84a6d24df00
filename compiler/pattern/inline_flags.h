// Flags inside a pattern: `(?im)`, `(?i-s:…)`.
#pragma once

#include "compiler/pattern/pattern_tokens.h"

namespace seedc::pattern {

/// The letters that Python knows for str patterns.
struct FlagLetters {
  bool i = false, m = false, s = false, x = false, a = false, u = false, t = false;
};

struct InlineFlags {
  FlagLetters set;
  FlagLetters cleared;
  bool is_global = false;  ///< `(?im)`: for the whole pattern, not for a group
};

/// After `(?` and `first`: the flags, and the character that ends them, `)` or `:`. Fails if
/// `first` does not begin flags.
InlineFlags read_inline_flags(PatternTokens& tokens, char32_t first);

}  // namespace seedc::pattern
