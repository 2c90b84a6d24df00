// Parses numbers with ICU's tables of digits.
#include "compiler/pattern/numbers.h"

#include <unicode/uchar.h>

#include <algorithm>

namespace seedc::pattern {
namespace {

std::uint64_t append_digit(std::uint64_t value, std::uint64_t base, std::int32_t digit) {
  return std::min(value * base + static_cast<std::uint64_t>(digit), kLargestNumber);
}

bool is_python_space(char32_t code) {
  return u_isUWhiteSpace(static_cast<UChar32>(code)) || (code >= 0x1c && code <= 0x1f);
}

std::u32string_view trimmed(std::u32string_view text) {
  while (!text.empty() && is_python_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_python_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::uint64_t number_of_digits(std::u32string_view digits, std::uint64_t base) {
  std::uint64_t value = 0;
  for (char32_t digit : digits)
    value = append_digit(value, base, u_digit(static_cast<UChar32>(digit), 16));
  return value;
}

std::optional<std::uint64_t> python_int(std::u32string_view text) {
  text = trimmed(text);
  bool negative = text.starts_with(U'-');
  if (negative || text.starts_with(U'+')) text.remove_prefix(1);
  std::uint64_t value = 0;
  bool after_digit = false;
  for (char32_t code : text) {
    std::int32_t digit = u_charDigitValue(static_cast<UChar32>(code));
    if (digit < 0 && !(code == '_' && after_digit)) return std::nullopt;
    after_digit = digit >= 0;
    if (after_digit) value = append_digit(value, 10, digit);
  }
  if (!after_digit || (negative && value != 0)) return std::nullopt;
  return value;
}

}  // namespace seedc::pattern
