// Reads dates as far as lints need to.
#include "engine/lint/dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace seedc::lint {
namespace {

bool is_figure(char c) { return c >= '0' && c <= '9'; }

int number_at(std::string_view text, std::size_t begin, std::size_t length) {
  int number = 0;
  for (const char c : text.substr(begin, length)) number = 10 * number + (c - '0');
  return number;
}

std::chrono::year_month_day day_of(std::string_view date) {
  return {std::chrono::year(number_at(date, 0, kYear)),
          std::chrono::month(static_cast<unsigned>(number_at(date, kYear + 1, 2))),
          std::chrono::day(static_cast<unsigned>(number_at(date, kMonth + 1, 2)))};
}

}  // namespace

bool begins_date(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  const bool is_cut = text.size() == kMonth - 1 || text.size() == kDay - 1;
  if (text.size() < kYear || text.size() > kDay || is_cut) return false;
  return std::equal(text.begin(), text.end(), kForm.begin(),
                    [](char c, char form) { return form == 'd' ? is_figure(c) : c == form; });
}

bool is_date(std::string_view text) {
  return begins_date(text) &&
         (text.size() == kYear || text.size() == kMonth || text.size() == kDay);
}

bool begins_with_day(std::string_view text) {
  return text.size() >= kDay && begins_date(text.substr(0, kDay));
}

bool is_impossible_date(std::string_view text) {
  if (begins_with_day(text)) return !day_of(text.substr(0, kDay)).ok();
  return text.size() == kMonth && is_date(text) &&
         !std::chrono::month(static_cast<unsigned>(number_at(text, kYear + 1, 2))).ok();
}

std::string date_meant_by(std::string_view text) {
  const bool is_of_figures = std::ranges::all_of(text, is_figure);
  if (is_of_figures && text.size() == kMonth - 1)
    return date_meant_by(fmt::format("{}-{}", text.substr(0, kYear), text.substr(kYear)));
  if (is_of_figures && text.size() == kDay - 2)
    return date_meant_by(fmt::format("{}-{}-{}", text.substr(0, kYear), text.substr(kYear, 2),
                                     text.substr(kYear + 2)));
  std::string date(text.substr(0, std::min(text.size(), kYear)));
  for (std::size_t at = kYear; at < text.size();) {
    if (text[at] != '-') return {};
    const std::size_t end = std::min(text.find('-', at + 1), text.size());
    const std::size_t figures = end - at - 1;
    if (figures == 0 || figures > 2) return {};
    date += figures == 1 ? "-0" : "-";
    date += text.substr(at + 1, figures);
    at = end;
  }
  return is_date(date) && !is_impossible_date(date) ? date : std::string();
}

std::string next_date(std::string_view date) {
  const int year = number_at(date, 0, kYear);
  if (date.size() == kYear) return fmt::format("{:04}", year + 1);
  const int month = number_at(date, kYear + 1, 2);
  if (date.size() == kMonth)
    return fmt::format("{:04}-{:02}", month == 12 ? year + 1 : year, month % 12 + 1);
  const std::chrono::year_month_day day = day_of(date);
  if (!day.ok()) return std::string(date);
  const std::chrono::year_month_day next(std::chrono::sys_days(day) + std::chrono::days(1));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(next.year()),
                     static_cast<unsigned>(next.month()), static_cast<unsigned>(next.day()));
}

std::vector<DateBound> bounds_meant_by(std::string_view sign, const std::string& date) {
  const std::string next = next_date(date);
  if (!is_date(next)) return {};  // there is no year 10000
  if (sign == "<=") return {{"<", next}};
  if (sign == ">") return {{">=", next}};
  if (sign == "!=") return {{"<", date}, {">=", next}};
  return {{">=", date}, {"<", next}};
}

}  // namespace seedc::lint
