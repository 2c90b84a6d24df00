// A reviewer, as inlined in a review.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/gen/json_writer.h"

namespace seedc::gen {

struct User {
  std::string id;
  std::string_view name;  ///< "" if the user has none
  std::uint32_t review_count = 0;
  std::uint32_t fans = 0;
  int average_hundredths = 0;  ///< average of the stars the user gives
  int since_day = 0;           ///< see calendar.h
  std::string since;           ///< the same with the time of day
  std::string elite;           ///< years with commas between, "", or `None`
};

/// User `index` of the dataset of `seed`.
User make_user(std::uint64_t seed, std::uint64_t index);

void write_user(const User& user, JsonWriter& json);

}  // namespace seedc::gen
