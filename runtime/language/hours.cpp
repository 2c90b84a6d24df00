// Parses opening hours such as `8:0-15:30`.
#include <charconv>

#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

constexpr std::int64_t kMinutesOfDay = 24 * 60;

/// Splits at the only separator.
std::optional<std::pair<std::string_view, std::string_view>> split(std::string_view text,
                                                                   char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

/// Digits only. 32 bits, so that minutes cannot overflow.
std::optional<std::uint32_t> read_digits(std::string_view text) {
  text = trim_blanks(text);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> read_minute(std::string_view text) {
  const auto parts = split(text, ':');
  if (!parts) return std::nullopt;
  const auto hour = read_digits(parts->first);
  const auto minute = read_digits(parts->second);
  if (!hour || !minute) return std::nullopt;
  return std::int64_t{*hour} * 60 + *minute;
}

}  // namespace

std::optional<Hours> read_hours(std::string_view text) {
  const auto parts = split(text, '-');
  if (!parts) return std::nullopt;
  const auto start = read_minute(parts->first);
  const auto end = read_minute(parts->second);
  if (!start || !end) return std::nullopt;
  return Hours{*start, *end < *start ? *end + kMinutesOfDay : *end};
}

}  // namespace seedc::language
