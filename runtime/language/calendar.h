// Dates of the Gregorian calendar, as data and programs write them: `2021-03-04`, with or without a
// time behind it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace seedc::language {

/// The number of the day whose date `YYYY-MM-DD` the text begins with; the difference of two is how
/// many days lie between them. std::nullopt if it does not begin with a date of the years 1 to
/// 9999, or if a digit follows.
///
///   day_number_of("2021-03-01 10:00:00") - day_number_of("2021-02-28")  ->  1
///   day_number_of("2021-02-30")                                        ->  std::nullopt
std::optional<std::int64_t> day_number_of(std::string_view text);

}  // namespace seedc::language
