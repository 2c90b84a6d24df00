// A review: who wrote it when, its stars and votes, its text and what that says of which topic.
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

/// What the reviews of a dataset have in common.
struct ReviewSettings {
  std::uint64_t seed = 0;
  std::uint64_t users = 0;
  int words = 0;            ///< of a text, on average
  int allergy_percent = 0;  ///< of the texts that speak of an allergy
};

/// Review number `ordinal` of item number `item`.
Review make_review(const ReviewSettings& settings, const Venue& venue, std::uint32_t item,
                   std::uint32_t ordinal);

void write_review(const Review& review, const Venue& venue, JsonWriter& json);

}  // namespace seedc::gen
