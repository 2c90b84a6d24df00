// A review: its author and date, its stars and votes, its text and what that says about each topic.
#pragma once

#include <cstdint>
#include <string>

#include "tools/gen/json_writer.h"
#include "tools/gen/review_text.h"
#include "tools/gen/user.h"

namespace seedc::gen {

struct Review {
  std::string id;
  User user;
  int stars = 0;
  ReviewText text;
  std::string timestamp;
  std::uint32_t useful = 0;
  std::uint32_t funny = 0;
  std::uint32_t cool = 0;
};

/// Properties common to the reviews of a dataset.
struct ReviewSettings {
  std::uint64_t seed = 0;
  std::uint64_t users = 0;
  int words = 0;            ///< average per text
  int allergy_percent = 0;  ///< percentage of texts that mention an allergy
};

/// Review `ordinal` of item `item`.
Review make_review(const ReviewSettings& settings, const Venue& venue, std::uint32_t item,
                   std::uint32_t ordinal);

void write_review(const Review& review, const Venue& venue, JsonWriter& json);

}  // namespace seedc::gen
