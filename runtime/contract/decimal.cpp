// Decimal numbers, independent of the locale.
#include "runtime/contract/decimal.h"

#include <charconv>
#include <cmath>

namespace seedc {
namespace {

template <class Real>
std::from_chars_result read_whole(std::string_view text, Real& value) {
  return std::from_chars(text.data(), text.data() + text.size(), value);
}

/// For numbers outside a double's range: tiny ones are 0, huge ones are none.
std::optional<double> parse_extreme(std::string_view text) {
  long double wide = 0;
  if (read_whole(text, wide).ec != std::errc{}) return std::nullopt;
  const auto value = static_cast<double>(wide);
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
  const auto [end, error] = read_whole(text, value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return parse_extreme(text);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

}  // namespace seedc
