// Computes and formats the days and times of users and reviews.
#include "tools/gen/calendar.h"

#include <fmt/format.h>

#include <chrono>

namespace seedc::gen {
namespace {

std::chrono::year_month_day date_of(int day) {
  using namespace std::chrono;
  return sys_days(2005y / January / 1) + days(day);
}

}  // namespace

int year_of(int day) { return static_cast<int>(date_of(day).year()); }

std::string make_timestamp(int day, Random& random) {
  const std::chrono::year_month_day date = date_of(day);
  const int second_of_day = random.between(0, 24 * 60 * 60 - 1);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
}

}  // namespace seedc::gen
