// Parses decimal numbers independently of the locale.
#include "runtime/language/decimal.h"

#include <locale.h>
#include <stdlib.h>

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

}  // namespace seedc::language
