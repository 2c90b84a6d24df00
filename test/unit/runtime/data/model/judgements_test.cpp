// The join of a judgement cache with so many reviews that threads share them.
#include "runtime/data/model/judgements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::data {
namespace {

constexpr std::uint32_t kReviews = 100'000;
constexpr std::uint32_t kReviewsOfItem = 10;

struct Reviews {
  std::vector<std::string> texts;
  std::vector<std::string_view> ids;
  std::vector<std::uint32_t> begins;
};

Reviews many_reviews() {
  Reviews reviews;
  for (std::uint32_t review = 0; review < kReviews; ++review)
    reviews.texts.push_back("r" + std::to_string(review));
  reviews.ids.assign(reviews.texts.begin(), reviews.texts.end());
  for (std::uint32_t begin = 0; begin <= kReviews; begin += kReviewsOfItem)
    reviews.begins.push_back(begin);
  return reviews;
}

Judgement judgement_in_file(std::uint32_t review) {
  if (review % 7 != 0) return Judgement::NotMentioned;
  return review % 2 == 0 ? Judgement::Positive : Judgement::Negative;
}

JudgementCache cache_of_file() {
  JudgementCache cache;
  for (std::uint32_t review = kReviews; review-- > 0;) {
    const Judgement judgement = judgement_in_file(review);
    if (judgement != Judgement::NotMentioned)
      cache.set("r" + std::to_string(review) + ":cozy", judgement);
  }
  cache.set("unknown:cozy", Judgement::Positive);
  return cache;
}

TEST(Judgements, OfManyReviewsAreThoseOfEach) {
  const Reviews reviews = many_reviews();
  const Judgements judgements = Judgements::of(cache_of_file(), reviews.ids);
  const TopicJudgements cozy = judgements.of_topic("cozy", kReviews);
  EXPECT_EQ(cozy.reviews().size(), (kReviews + 6) / 7);
  for (std::uint32_t review = 0; review < kReviews; ++review)
    ASSERT_EQ(cozy.of(review), judgement_in_file(review)) << review;
}

TEST(Judgements, OfAnItemReplaceThoseOfTheFile) {
  const Reviews reviews = many_reviews();
  constexpr std::uint32_t kItem = 4'200;
  constexpr std::uint32_t kReview = kItem * kReviewsOfItem + 3;
  std::vector<OwnJudgements> own(1);
  own[0].item = kItem;
  own[0].cache.set("r" + std::to_string(kReview) + ":cozy", Judgement::Neutral);
  const Judgements judgements = Judgements::of(cache_of_file(), own, reviews.ids, reviews.begins);
  const TopicJudgements cozy = judgements.of_topic("cozy", kReviews);
  for (std::uint32_t review = 0; review < kReviews; ++review) {
    const bool is_of_item = review / kReviewsOfItem == kItem;
    const Judgement of_item = review == kReview ? Judgement::Neutral : Judgement::NotMentioned;
    ASSERT_EQ(cozy.of(review), is_of_item ? of_item : judgement_in_file(review)) << review;
  }
}

}  // namespace
}  // namespace seedc::data
