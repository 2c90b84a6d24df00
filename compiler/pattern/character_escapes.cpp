// Parses escapes of characters.
#include "compiler/pattern/character_escapes.h"

#include <fmt/format.h>

#include "compiler/pattern/character_names.h"
#include "compiler/pattern/code_points.h"
#include "compiler/pattern/numbers.h"

namespace seedc::pattern {
namespace {

constexpr std::u32string_view kHexDigits = U"0123456789abcdefABCDEF";

bool is_ascii_letter(char32_t code) {
  return (code | 0x20) >= 'a' && (code | 0x20) <= 'z' && code < 0x80;
}

std::optional<char32_t> control_letter(char32_t code) {
  switch (code) {
    case 'a':
      return 0x07;
    case 'b':
      return 0x08;
    case 'f':
      return 0x0c;
    case 'n':
      return 0x0a;
    case 'r':
      return 0x0d;
    case 't':
      return 0x09;
    case 'v':
      return 0x0b;
    default:
      return std::nullopt;
  }
}

char32_t hexadecimal(PatternTokens& tokens, char32_t letter, std::size_t length) {
  std::u32string digits = tokens.take_while(kHexDigits, length);
  std::string written = "\\" + to_utf8(letter) + to_utf8(digits);
  std::uint64_t value = number_of_digits(digits, 16);
  if (digits.size() != length) tokens.fail("incomplete escape " + written);
  if (value > 0x10ffff) tokens.fail("bad escape " + written);
  return static_cast<char32_t>(value);
}

char32_t named_character(PatternTokens& tokens) {
  if (!tokens.take_if('{')) {
    tokens.fail("missing {");
    return 0;
  }
  std::u32string name = tokens.take_name('}', "character name");
  std::optional<char32_t> code = character_named(name);
  if (!code) tokens.fail(fmt::format("undefined character name '{}'", to_utf8(name)));
  return code.value_or(0);
}

}  // namespace

std::optional<ClassLetter> class_letter(char32_t code) {
  switch (code) {
    case 'd':
      return ClassLetter::Digit;
    case 'D':
      return ClassLetter::NotDigit;
    case 's':
      return ClassLetter::Space;
    case 'S':
      return ClassLetter::NotSpace;
    case 'w':
      return ClassLetter::Word;
    case 'W':
      return ClassLetter::NotWord;
    default:
      return std::nullopt;
  }
}

char32_t octal_character(PatternTokens& tokens, std::u32string_view digits) {
  auto value = static_cast<char32_t>(number_of_digits(digits, 8));
  if (value > 0377)
    tokens.fail(fmt::format("octal escape value \\{} outside of range 0-0o377", to_utf8(digits)));
  return value;
}

char32_t escaped_character(PatternTokens& tokens, char32_t code) {
  switch (code) {
    case 'x':
      return hexadecimal(tokens, code, 2);
    case 'u':
      return hexadecimal(tokens, code, 4);
    case 'U':
      return hexadecimal(tokens, code, 8);
    case 'N':
      return named_character(tokens);
  }
  if (auto control = control_letter(code)) return *control;
  if (is_ascii_letter(code) || (code >= '0' && code <= '9'))
    tokens.fail("bad escape \\" + to_utf8(code));
  return code;
}

}  // namespace seedc::pattern
