// Parses sets: characters, classes, and ranges between characters.
#include "compiler/pattern/character_set.h"

#include <fmt/format.h>

#include <variant>

#include "compiler/pattern/character_escapes.h"

namespace seedc::pattern {
namespace {

using SetItem = std::variant<char32_t, ClassLetter>;

SetItem item_of(PatternTokens& tokens, Token token) {
  if (!token.escaped) return token.code;
  if (auto letter = class_letter(token.code)) return *letter;
  if (is_octal_digit(token.code)) {
    return octal_character(tokens, std::u32string{token.code} + tokens.take_while(kOctalDigits, 2));
  }
  return escaped_character(tokens, token.code);
}

void add_single(SetItem item, CharacterSet& set) {
  if (auto* letter = std::get_if<ClassLetter>(&item)) {
    set.classes.push_back(*letter);
  } else {
    set.ranges.push_back({std::get<char32_t>(item), std::get<char32_t>(item)});
  }
}

void read_item(PatternTokens& tokens, Token token, CharacterSet& set) {
  SetItem low = item_of(tokens, token);
  std::size_t before_dash = tokens.position();
  if (!tokens.take_if('-') || tokens.next_is(']')) {
    tokens.return_to(before_dash);
    add_single(low, set);
    return;
  }
  std::optional<Token> last = tokens.take();
  if (!last) return tokens.fail("unterminated character set");
  SetItem high = item_of(tokens, *last);
  auto* first_code = std::get_if<char32_t>(&low);
  auto* last_code = std::get_if<char32_t>(&high);
  if (!first_code || !last_code || *last_code < *first_code) {
    return tokens.fail(fmt::format("bad character range {}-{}", written(token), written(*last)));
  }
  set.ranges.push_back({*first_code, *last_code});
}

}  // namespace

CharacterSet read_character_set(PatternTokens& tokens) {
  CharacterSet set{.negated = tokens.take_if('^')};
  for (bool any = false; !(any && tokens.next_is(']')); any = true) {
    std::optional<Token> token = tokens.take();
    if (!token) {
      tokens.fail("unterminated character set");
      return set;
    }
    read_item(tokens, *token, set);
  }
  tokens.take();
  return set;
}

}  // namespace seedc::pattern
