// Which conditions have the same votes.
#include "runtime/language/votes_key.h"

#include <gtest/gtest.h>

#include <set>

#include "runtime/language/describe.h"

namespace seedc::language {
namespace {

Pattern pattern(const char* source) { return {.source = source, .pcre2 = {}}; }

TEST(VotesKey, WhatIsAskedOfTheCountDoesNotMatter) {
  const std::pair<Condition, Condition> pairs[] = {
      {TextAny{pattern("a"), 1}, TextAny{pattern("a"), 7}},
      {TextCredible{pattern("a"), {"user", "fans"}, 50, 1},
       TextCredible{pattern("a"), {"user", "fans"}, 50, 2}},
      {TextCircle{pattern("a"), {{"Ann"}, 1}, 1}, TextCircle{pattern("a"), {{"Ann"}, 1}, 2}},
      {ReviewMatch{.topic = "tea", .sentiment = Polarity::Negative},
       ReviewMatch{
           .topic = "tea", .sentiment = Polarity::Negative, .min_matches = 3, .missing = Tri::No}},
      {ReviewMeta{.path = {"useful"}, .aggregate = Aggregate::All},
       ReviewMeta{
           .path = {"useful"}, .aggregate = Aggregate::Count, .count = 2, .missing = Tri::Yes}},
      {Sentiment{"tea", Polarity::Positive, 1, {}}, Sentiment{"tea", Polarity::Negative, 2, {}}},
      {GroupRating{.field = {"date"}, .test = Comparison::Gte, .threshold = 3.5},
       GroupRating{.field = {"date"}, .test = Comparison::Lt, .threshold = 4}},
      {GroupSplit{4, 2}, GroupSplit{3, 1}},
      {CircleRating{4, {{"Ann"}, 2}, 1}, CircleRating{4, {{"Ann"}, 2}, 5}},
  };
  for (const auto& [one, other] : pairs) {
    EXPECT_NE(one, other);
    EXPECT_EQ(votes_key(one), votes_key(other)) << mnemonic_of(one);
  }
}

TEST(VotesKey, WhatIsAskedOfAReviewMatters) {
  const MatchCondition useful = {{"useful"}, MatchTest::Gte, 4};
  const std::vector<Condition> conditions = {
      TextAny{pattern("a"), 1},
      TextAny{pattern("b"), 1},
      TextCredible{pattern("a"), {"user", "fans"}, 50, 1},
      TextCredible{pattern("a"), {"user", "fans"}, 60, 1},
      TextCredible{pattern("a"), {"userfans"}, 50, 1},
      TextCredible{pattern("a"), {"user", "f", "ans"}, 50, 1},
      TextCircle{pattern("a"), {{"Ann"}, 1}, 1},
      TextCircle{pattern("a"), {{"Ann"}, 2}, 1},
      TextCircle{pattern("a"), {{"An", "n"}, 1}, 1},
      TextCircle{pattern("a"), {{"Ann", "Bob"}, 1}, 1},
      ReviewMatch{.pattern = pattern("a")},
      ReviewMatch{.conditions = {useful}},
      ReviewMatch{.conditions = {useful, useful}},
      ReviewMatch{.conditions = {{{"useful"}, MatchTest::Gte, 4.0}}},
      ReviewMatch{.conditions = {{{"useful"}, MatchTest::Gt, 4}}},
      ReviewMatch{.circle = Circle{{"Ann"}, 1}},
      ReviewMatch{.topic = "tea", .sentiment = Polarity::Positive},
      ReviewMatch{.topic = "tea", .sentiment = Polarity::Negative},
      ReviewMeta{.path = {"useful"}},
      ReviewMeta{.path = {"useful"}, .min_stars = 2},
      ReviewMeta{.path = {"useful"}, .test = ReviewTest::Gte, .value = 2},
      ReviewMeta{.path = {"useful"}, .test = ReviewTest::Lte, .value = 2},
      Sentiment{"tea", Polarity::Positive, 1, {}},
      Sentiment{"rum", Polarity::Positive, 1, {}},
      Sentiment{"tea", Polarity::Positive, 1, Circle{}},
      GroupRating{.field = {"date"}},
      GroupRating{.field = {"date"}, .field_test = Comparison::Lt},
      GroupRating{.field = {"date"}, .field_value = "2020-01-01"},
      GroupRating{.field = {"date"}, .metric = Metric::AvgStars},
      GroupSplit{4, 2},
      CircleRating{4, {{"Ann"}, 2}, 1},
      CircleRating{3, {{"Ann"}, 2}, 1},
  };
  std::set<std::string> keys;
  std::vector<const Condition*> all;
  std::vector<std::uint32_t> numbers;
  for (const Condition& condition : conditions) {
    EXPECT_TRUE(keys.insert(votes_key(condition)).second) << describe(condition).in_full;
    numbers.push_back(static_cast<std::uint32_t>(all.size()));
    all.push_back(&condition);
  }
  EXPECT_EQ(number_votes(all), numbers);
  all.insert(all.begin() + 1, all.front());
  numbers.insert(numbers.begin() + 1, 0);
  EXPECT_EQ(number_votes(all), numbers);
}

}  // namespace
}  // namespace seedc::language
