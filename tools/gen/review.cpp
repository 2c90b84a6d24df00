// Generates and writes reviews.
#include "tools/gen/review.h"

#include "tools/gen/calendar.h"
#include "tools/gen/random.h"

namespace seedc::gen {
namespace {

// A few users write many of the reviews.
std::uint64_t pick_user(std::uint64_t users, Random& random) {
  return random.below(random.below(users) + 1);
}

int make_stars(const Venue& venue, const User& user, Random& random) {
  constexpr int kUsualAverage = 360;
  const int leniency = (user.average_hundredths - kUsualAverage) / 10;
  const int delight = venue.quality + leniency + random.between(-40, 40);
  int stars = 1;
  for (const int step : {20, 38, 55, 75}) stars += delight >= step ? 1 : 0;
  return stars;
}

// Lengths have a heavy tail: the longest texts have nine times the mean, half of them less than 0.6
// of it.
std::size_t text_bytes(int words, Random& random) {
  constexpr int kBytesPerWord = 5;          // not counting the opening and the closing
  constexpr std::size_t kMeanDivisor = 18;  // of a draw divided by 2 + below(64)
  return kMeanDivisor * kBytesPerWord * words / (2 + random.below(64));
}

// From a stream of its own, so that nothing else in a review depends on it.
void add_allergy_remark(const ReviewSettings& settings, std::uint32_t item, std::uint32_t ordinal,
                        Review& review) {
  Random random(settings.seed, Stream::Allergy, item, ordinal);
  if (!random.chance(settings.allergy_percent)) return;
  review.text.text.append(" ").append(make_allergy_remark(review.stars, random));
}

}  // namespace

Review make_review(const ReviewSettings& settings, const Venue& venue, std::uint32_t item,
                   std::uint32_t ordinal) {
  Random random(settings.seed, Stream::Review, item, ordinal);
  Review review;
  review.id = random.id();
  review.user = make_user(settings.seed, pick_user(settings.users, random));
  review.stars = make_stars(venue, review.user, random);
  review.text = make_text(venue, review.stars, text_bytes(settings.words, random), random);
  add_allergy_remark(settings, item, ordinal, review);
  review.timestamp = make_timestamp(random.between(review.user.since_day + 1, kDays - 1), random);
  review.useful = static_cast<std::uint32_t>(random.heavy_tail(120) - 1);
  review.funny = static_cast<std::uint32_t>(random.heavy_tail(40) / 2);
  review.cool = static_cast<std::uint32_t>(random.heavy_tail(60) / 2);
  return review;
}

void write_review(const Review& review, const Venue& venue, JsonWriter& json) {
  json.begin_object();
  json.key("review_id");
  json.string(review.id);
  json.key("business_id");
  json.string(venue.id);
  json.key("user_id");
  json.string(review.user.id);
  json.key("stars");
  json.fixed(std::int64_t{10} * review.stars, 1);
  json.key("useful");
  json.integer(review.useful);
  json.key("funny");
  json.integer(review.funny);
  json.key("cool");
  json.integer(review.cool);
  json.key("text");
  json.string(review.text.text);
  json.key("date");
  json.string(review.timestamp);
  json.key("user");
  write_user(review.user, json);
  json.end_object();
}

}  // namespace seedc::gen
