// Parses decimal numbers independently of the locale.
#include "runtime/language/decimal.h"

#include <locale.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace seedc::language {
namespace {

/// For numbers outside a double's range, where std::from_chars does not say on which side they are:
/// tiny ones are 0, huge ones are not numbers.
std::optional<double> parse_extreme(std::string_view text) {
  static const locale_t kPlain = newlocale(LC_ALL_MASK, "C", nullptr);
  const double value = strtod_l(std::string(text).c_str(), nullptr, kPlain);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Rounds the whole number that the digits spell to a multiple of 10 to the power of `zeros`.
/// `has_rest`: the exact number is a little greater.
std::string rounded_to_tens(std::string digits, std::size_t zeros, bool has_rest) {
  digits.insert(0, std::max(zeros + 1, digits.size() + 1) - digits.size(), '0');
  const std::size_t kept = digits.size() - zeros;
  const bool is_above_half = digits[kept] > '5' || has_rest ||
                             digits.find_first_not_of('0', kept + 1) != std::string::npos;
  const bool is_odd = (digits[kept - 1] - '0') % 2 == 1;
  const bool goes_up = digits[kept] > '5' || (digits[kept] == '5' && (is_above_half || is_odd));
  std::fill(digits.begin() + static_cast<std::ptrdiff_t>(kept), digits.end(), '0');
  if (!goes_up) return digits;
  std::size_t place = kept - 1;  // the first digit is a 0, so that a carry has a place
  while (digits[place] == '9') digits[place--] = '0';
  ++digits[place];
  return digits;
}

/// The decimal nearest to the exact value of a double; of two, the one whose last digit is even.
std::string fixed_text(double value, int digits) {
  std::array<char, 350> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::fixed, digits);
  return {buffer.data(), end};
}

}  // namespace

std::string_view trim_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::optional<double> parse_decimal(std::string_view text) {
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return parse_extreme(text);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

double round_decimal(double value, int digits) {
  if (digits >= 0) return *parse_decimal(fixed_text(value, digits));
  const double size = std::fabs(value);
  const double whole = std::trunc(size);
  const std::string rounded =
      rounded_to_tens(fixed_text(whole, 0), static_cast<std::size_t>(-digits), whole < size);
  return std::copysign(*parse_decimal(rounded), value);
}

std::optional<std::int64_t> round_integer(std::int64_t value, int digits) {
  if (digits >= 0) return value;
  std::string text = std::to_string(value);
  const bool is_negative = text.front() == '-';
  text = rounded_to_tens(text.substr(is_negative ? 1 : 0), static_cast<std::size_t>(-digits),
                         /*has_rest=*/false);
  if (is_negative) text.insert(text.begin(), '-');
  std::int64_t rounded = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rounded);
  return error == std::errc{} ? std::optional(rounded) : std::nullopt;
}

}  // namespace seedc::language
