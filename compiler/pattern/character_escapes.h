// Escapes that denote a character or a class of characters.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/pattern/pattern_tokens.h"
#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

constexpr std::u32string_view kDigits = U"0123456789";
constexpr std::u32string_view kOctalDigits = U"01234567";

constexpr bool is_octal_digit(char32_t code) { return code >= '0' && code <= '7'; }

/// `d D s S w W`
std::optional<ClassLetter> class_letter(char32_t code);

/// The character of octal digits; fails beyond 0377.
char32_t octal_character(PatternTokens& tokens, std::u32string_view digits);

/// After the escaped `code`: the character that it denotes, inside a set and outside. Fails if it
/// denotes none.
char32_t escaped_character(PatternTokens& tokens, char32_t code);

}  // namespace seedc::pattern
