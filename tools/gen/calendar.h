// The days on which users join and reviews are written: 2005 to 2021.
#pragma once

#include <string>

#include "tools/gen/random.h"

namespace seedc::gen {

/// Days are counted from 2005-01-01, which is day 0.
constexpr int kDays = 17 * 365 + 4;

int year_of(int day);

/// `2019-07-14 18:23:05`, at some time of that day.
std::string make_timestamp(int day, Random& random);

}  // namespace seedc::gen
