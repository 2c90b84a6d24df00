// Parses flags, with Python's rules for their combination.
#include "compiler/pattern/inline_flags.h"

#include <unicode/uchar.h>

#include "compiler/pattern/code_points.h"

namespace seedc::pattern {
namespace {

constexpr std::u32string_view kFlagLetters = U"iLmsxatu";

bool* flag_of(FlagLetters& flags, char32_t letter) {
  switch (letter) {
    case 'i':
      return &flags.i;
    case 'm':
      return &flags.m;
    case 's':
      return &flags.s;
    case 'x':
      return &flags.x;
    case 'a':
      return &flags.a;
    case 'u':
      return &flags.u;
    case 't':
      return &flags.t;
    default:
      return nullptr;
  }
}

void set_flag(PatternTokens& tokens, char32_t letter, FlagLetters& flags) {
  bool* flag = flag_of(flags, letter);
  if (!flag) return tokens.fail("bad inline flags: cannot use 'L' flag with a str pattern");
  *flag = true;
  if (flags.a && flags.u) tokens.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
}

/// Reads letters up to one of `terminators`, which is returned; `:` after a failure. `missing` is
/// the error if there is neither a letter nor a terminator.
char32_t read_letters(PatternTokens& tokens, std::u32string_view terminators, const char* missing,
                      FlagLetters& flags) {
  while (std::optional<Token> token = tokens.peek()) {
    if (tokens.next_is_any_of(terminators)) return tokens.take()->code;
    if (!tokens.next_is_any_of(kFlagLetters)) {
      bool is_letter = !token->escaped && u_isalpha(static_cast<UChar32>(token->code));
      tokens.fail(is_letter ? "unknown flag" : missing);
    } else {
      set_flag(tokens, tokens.take()->code, flags);
    }
  }
  tokens.fail(missing);
  return ':';
}

/// After `-`: at least one letter, and the colon.
void read_cleared(PatternTokens& tokens, FlagLetters& cleared) {
  if (!tokens.next_is_any_of(kFlagLetters)) return tokens.fail("missing flag");
  read_letters(tokens, U":", "missing :", cleared);
  if (cleared.a || cleared.u)
    tokens.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
}

void check_scoped(PatternTokens& tokens, const FlagLetters& set, const FlagLetters& cleared) {
  if (set.t) tokens.fail("bad inline flags: cannot turn on global flag");
  if (cleared.t) tokens.fail("bad inline flags: cannot turn off global flag");
  bool both =
      (set.i && cleared.i) || (set.m && cleared.m) || (set.s && cleared.s) || (set.x && cleared.x);
  if (both) tokens.fail("bad inline flags: flag turned on and off");
}

}  // namespace

InlineFlags read_inline_flags(PatternTokens& tokens, char32_t first) {
  InlineFlags flags;
  char32_t terminator = first;
  if (kFlagLetters.find(first) != kFlagLetters.npos) {
    set_flag(tokens, first, flags.set);
    terminator = read_letters(tokens, U")-:", "missing -, : or )", flags.set);
  } else if (first != '-') {
    tokens.fail("unknown extension ?" + to_utf8(first));
  }
  flags.is_global = terminator == ')';
  if (flags.is_global) return flags;
  if (terminator == '-') read_cleared(tokens, flags.cleared);
  check_scoped(tokens, flags.set, flags.cleared);
  return flags;
}

}  // namespace seedc::pattern
