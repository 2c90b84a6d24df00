// Parses opening hours such as `8:0-15:30`.
#include <charconv>

#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

/// Splits at the only separator.
std::optional<std::pair<std::string_view, std::string_view>> split(std::string_view text,
                                                                   char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

/// Digits only. Numbers beyond kMost are taken for it, so that minutes do not overflow.
std::optional<std::int64_t> read_digits(std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000'000'000'000;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  const bool is_large = error == std::errc::result_out_of_range || number > kMost;
  return static_cast<std::int64_t>(is_large ? kMost : number);
}

std::optional<std::int64_t> read_minute(std::string_view text) {
  const auto parts = split(text, ':');
  if (!parts) return std::nullopt;
  const auto hour = read_digits(trim_blanks(parts->first));
  const auto minute = read_digits(trim_blanks(parts->second));
  if (!hour || !minute) return std::nullopt;
  return *hour * 60 + *minute;
}

template <class ReadMinute>
std::optional<Hours> read_range(std::string_view text, const ReadMinute& read_one) {
  const auto parts = split(text, '-');
  if (!parts) return std::nullopt;
  const std::optional<std::int64_t> start = read_one(parts->first);
  const std::optional<std::int64_t> end = read_one(parts->second);
  if (!start || !end) return std::nullopt;
  return Hours{*start, *end < *start ? *end + kMinutesOfDay : *end};
}

}  // namespace

std::optional<Hours> read_hours(std::string_view text) { return read_range(text, read_minute); }

std::optional<std::int64_t> read_time(std::string_view text) {
  constexpr std::int64_t kMinutesOfHour = 60;
  const auto parts = split(trim_blanks(text), ':');
  if (!parts) return std::nullopt;
  const auto hour = read_digits(parts->first);
  const auto minute = read_digits(parts->second);
  if (!hour || !minute || *minute >= kMinutesOfHour) return std::nullopt;
  const std::int64_t time = *hour * kMinutesOfHour + *minute;
  return time <= kMinutesOfDay ? std::optional(time) : std::nullopt;
}

std::optional<Hours> read_time_range(std::string_view text) { return read_range(text, read_time); }

}  // namespace seedc::language
