// Counts days by the standard library's civil calendar.
#include "runtime/language/calendar.h"

#include <algorithm>
#include <chrono>

namespace seedc::language {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// The number that `count` digits at `begin` spell; -1 if one is not a digit.
int digits_at(std::string_view text, std::size_t begin, std::size_t count) {
  const std::string_view digits = text.substr(begin, count);
  if (!std::ranges::all_of(digits, is_digit)) return -1;
  int value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

}  // namespace

std::optional<std::int64_t> day_number_of(std::string_view text) {
  constexpr std::string_view kForm = "YYYY-MM-DD";
  if (text.size() < kForm.size() || text[4] != '-' || text[7] != '-') return std::nullopt;
  if (text.size() > kForm.size() && is_digit(text[kForm.size()])) return std::nullopt;
  const int year = digits_at(text, 0, 4);
  const int month = digits_at(text, 5, 2);
  const int day = digits_at(text, 8, 2);
  if (year < 1 || month < 1 || day < 1) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

}  // namespace seedc::language
