// Dates as texts, as reviews have them: `2020-03-31`, perhaps with a time behind it, and the years
// and months that they begin with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace seedc::lint {

constexpr std::size_t kYear = 4, kMonth = 7,
                      kDay = 10;  ///< lengths of `2020`, `2020-03`, `2020-03-31`

/// Whether a text is the beginning of `2020-03-31`, at least the year.
bool begins_date(std::string_view text);
/// Whether it is a year, a month or a day.
bool is_date(std::string_view text);
/// Whether it begins with a day.
bool begins_with_day(std::string_view text);
/// Whether its month or day does not exist: `2021-13-45`, `2021-02-30`.
bool is_impossible_date(std::string_view text);
/// The year, month or day after it: `2020-12` for `2020-11`.
std::string next_date(std::string_view date);

}  // namespace seedc::lint
