// Decodes the escapes of Python's strings.
#include "compiler/parse/expression/python_string.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "compiler/pattern/character_names.h"
#include "compiler/source/utf8.h"

namespace seedc::parse {
namespace {

bool is_octal(char c) { return c >= '0' && c <= '7'; }

std::optional<char32_t> python_escape(char letter) {
  constexpr std::string_view kLetters = "\\'\"abfnrtv";
  constexpr std::string_view kValues = "\\'\"\a\b\f\n\r\t\v";
  const auto index = kLetters.find(letter);
  if (index == std::string_view::npos) return std::nullopt;
  return static_cast<char32_t>(kValues[index]);
}

/// The number of hexadecimal digits of `\x` and similar escapes; 0 for other letters.
std::size_t digit_count(char letter) {
  return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

std::optional<std::uint32_t> number(std::string_view digits, int base) {
  std::uint32_t value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, base);
  return error == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

class PythonDecoder {
 public:
  PythonDecoder(std::string_view body, const EmbeddedText& text, diag::Diagnostics& diagnostics)
      : rest_(body), text_(text), diagnostics_(diagnostics) {}

  std::string decode() {
    while (!rest_.empty()) {
      const std::size_t plain = std::min(rest_.find('\\'), rest_.size());
      value_ += rest_.substr(0, plain);
      rest_.remove_prefix(plain);
      if (!rest_.empty()) take_escape();
    }
    return std::move(value_);
  }

 private:
  /// The escape at the front of the rest; the backslash is followed by a character.
  void take_escape() {
    const char letter = rest_[1];
    if (letter == '\n') {
      rest_.remove_prefix(2);
    } else if (const auto simple = python_escape(letter)) {
      take(2, *simple);
    } else if (is_octal(letter)) {
      take_octal();
    } else if (digit_count(letter) > 0) {
      take_hexadecimal(digit_count(letter));
    } else if (letter == 'N') {
      take_named();
    } else {
      value_ += '\\';
      rest_.remove_prefix(1);
    }
  }

  void take(std::size_t byte_count, char32_t code_point) {
    const bool is_character =
        code_point <= 0x10FFFF && !(code_point >= 0xD800 && code_point < 0xE000);
    if (!is_character) return refuse(byte_count, "a string contains only Unicode characters");
    source::append_utf8(value_, code_point);
    rest_.remove_prefix(byte_count);
  }

  void take_octal() {
    constexpr std::size_t kMostDigits = 3;
    std::size_t count = 1;
    while (count < kMostDigits && 1 + count < rest_.size() && is_octal(rest_[1 + count])) ++count;
    take(1 + count, *number(rest_.substr(1, count), 8));
  }

  void take_hexadecimal(std::size_t count) {
    const std::string_view digits = rest_.substr(2, count);
    const auto value = digits.size() == count ? number(digits, 16) : std::nullopt;
    if (value) return take(2 + count, *value);
    refuse(2, fmt::format("{} hexadecimal digits follow `{}`", count, rest_.substr(0, 2)));
  }

  void take_named() {
    const auto close = rest_.find('}');
    if (rest_.size() < 3 || rest_[2] != '{' || close == std::string_view::npos) {
      return refuse(2, "a name follows `\\N`, as in `\\N{BULLET}`");
    }
    std::u32string name;
    for (const char c : rest_.substr(3, close - 3)) name += static_cast<unsigned char>(c);
    const auto code_point = pattern::character_named(name);
    if (code_point) return take(close + 1, *code_point);
    refuse(close + 1, "Unicode has no character of that name");
  }

  /// The escape is taken literally, so that parsing continues.
  void refuse(std::size_t byte_count, std::string help) {
    const std::string_view escape = rest_.substr(0, byte_count);
    diagnostics_.report(diag::DiagCode::BadEscape, text_.span_of(escape), escape).help =
        std::move(help);
    value_ += escape;
    rest_.remove_prefix(byte_count);
  }

  std::string_view rest_;
  const EmbeddedText& text_;
  diag::Diagnostics& diagnostics_;
  std::string value_;
};

}  // namespace

std::string decode_python_string(std::string_view spelling, const EmbeddedText& text,
                                 diag::Diagnostics& diagnostics) {
  const bool is_plain = spelling.front() == '\'' || spelling.front() == '"';
  const std::size_t quote_bytes = is_plain ? 1 : source::decode_utf8(spelling, 0)->byte_count;
  const std::string_view body = spelling.substr(quote_bytes, spelling.size() - 2 * quote_bytes);
  return is_plain ? PythonDecoder(body, text, diagnostics).decode() : std::string(body);
}

}  // namespace seedc::parse
