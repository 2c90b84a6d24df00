// Dates as texts, as reviews have them: `2020-03-31`, perhaps with a time behind it, and the years
// and months that they begin with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::lint {

constexpr std::size_t kYear = 4, kMonth = 7,
                      kDay = 10;  ///< lengths of `2020`, `2020-03`, `2020-03-31`

/// Whether a text is the beginning of `2020-03-31`, at least the year, that does not end within a
/// month or day: `2020-1` is meant as January, not as October.
bool begins_date(std::string_view text);
/// Whether it is a year, a month or a day.
bool is_date(std::string_view text);
/// Whether it begins with a day.
bool begins_with_day(std::string_view text);
/// Whether its month or day does not exist: `2021-13-45`, `2021-02-30`.
bool is_impossible_date(std::string_view text);
/// `2020-03-31` of `20200331` and `2020-3-31`, `2020-03` of `202003` and `2020-3`; empty if a text
/// is neither.
std::string date_meant_by(std::string_view text);
/// A sign and a date that is compared by it.
struct DateBound {
  std::string_view sign;
  std::string date;
};
/// What is meant by `<=`, `>`, `!=` or an equality with a year, month or day where dates go on
/// behind it: one bound, or two, of which one is enough for `!=`. Empty if there is no later date.
std::vector<DateBound> bounds_meant_by(std::string_view sign, const std::string& date);
/// The year, month or day after it: `2020-12` for `2020-11`.
std::string next_date(std::string_view date);

}  // namespace seedc::lint
