// Votes: what wins, and that a vote which has ended would have ended the same.
#include "runtime/llm/vote.h"

#include <gtest/gtest.h>

#include <random>

namespace seedc::llm {
namespace {

using language::Dict;
using language::Value;

std::vector<contract::FieldGuide> voted_fields() {
  std::vector<contract::FieldGuide> guides(2);
  guides[0].field = {"mood", contract::FieldType::Enum, {"good", "bad", "mixed"}};
  guides[1].field = {"count", contract::FieldType::Int};
  return guides;
}

Dict opinion(Value mood, Value count = 1) {
  return {{"review_id", "r"}, {"mood", std::move(mood)}, {"count", std::move(count)}};
}

VoteRules rules(std::size_t votes, double least = 0) { return vote_rules({{}}, votes, least); }

std::string text(const Dict& row) { return language::to_json(row); }

TEST(VoteTest, MostWeightWinsAndHasItsShare) {
  EXPECT_EQ(
      text(elected(rules(3), voted_fields(), {opinion("good"), opinion("bad"), opinion("bad", 2)})),
      R"({"review_id":"r","mood":"bad","mood.agreement":0.6666666666666666,"count":1,"count.agreement":0.6666666666666666})");
  const VoteRules weighted = vote_rules({{{"m", 0}, 3}, {{"n", 0}, 1}, {{"o", 0}, 1}}, 1, 0);
  EXPECT_EQ(
      text(elected(weighted, voted_fields(), {opinion("good"), opinion("bad"), opinion("bad")})),
      R"({"review_id":"r","mood":"good","mood.agreement":0.6,"count":1,"count.agreement":1.0})");
}

TEST(VoteTest, OfEqualWeightsTheFirstDeclaredWinsThenTheFirstGivenAndNoValueLast) {
  EXPECT_EQ(
      text(elected(rules(2), voted_fields(), {opinion("mixed", 7), opinion("bad", 5)})),
      R"({"review_id":"r","mood":"bad","mood.agreement":0.5,"count":7,"count.agreement":0.5})");
  EXPECT_EQ(
      text(elected(rules(2), voted_fields(), {opinion({}, {}), opinion("bad", 5)})),
      R"({"review_id":"r","mood":"bad","mood.agreement":0.5,"count":5,"count.agreement":0.5})");
}

TEST(VoteTest, AModelThatIsNamedAgainGivesAFurtherOpinion) {
  const VoteRules by = vote_rules({{{"m", 0}, 2}, {{"n", 0}, 1}, {{"m", 0}, 1}}, 2, 0);
  std::string order;
  for (const Opinion& opinion : opinions_of(by))
    order += opinion.model + std::to_string(opinion.number);
  EXPECT_EQ(order, "m0n0m1m2n1m3");
  EXPECT_TRUE(is_repeated(by));
  EXPECT_FALSE(is_repeated(vote_rules({{{"m", 0}, 1}, {{"n", 0}, 1}}, 1, 0)));
}

TEST(VoteTest, AValueWithTooSmallAShareIsDisputed) {
  EXPECT_EQ(
      text(elected(rules(3, 0.7), voted_fields(),
                   {opinion("good"), opinion("bad"), opinion("bad")})),
      R"({"review_id":"r","mood":null,"mood.disputed":"bad","mood.agreement":0.6666666666666666,"count":1,"count.agreement":1.0})");
}

TEST(VoteTest, NumbersAreTheSameByValue) {
  EXPECT_EQ(
      text(elected(rules(3), voted_fields(),
                   {opinion("good", 1.5), opinion("good", 2), opinion("good", 2.0)})),
      R"({"review_id":"r","mood":"good","mood.agreement":1.0,"count":2,"count.agreement":0.6666666666666666})");
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(
      text(elected(rules(2), voted_fields(), {opinion("good", large), opinion("good", large - 1)})),
      R"({"review_id":"r","mood":"good","mood.agreement":1.0,"count":9007199254740993,"count.agreement":0.5})");
}

TEST(VoteTest, WhatIsBesideAFieldIsOfTheFirstWhoGaveItsValue) {
  Dict first = opinion("good");
  first.emplace_back("mood.quote", "nice");
  Dict second = opinion("bad");
  second.emplace_back("mood.quote", "awful");
  Dict third = opinion("bad");
  third.emplace_back("mood.quote", "grim");
  third.emplace_back("reasoning", "it says so");
  second.emplace_back("reasoning", "clearly");
  EXPECT_EQ(
      text(elected(rules(3), voted_fields(), {first, second, third})),
      R"({"review_id":"r","mood":"bad","mood.quote":"awful","mood.agreement":0.6666666666666666,"count":1,"count.agreement":1.0,"reasoning":"clearly"})");
}

TEST(VoteTest, TheNextOpinionIsAskedForWhileItCanChangeTheRow) {
  const auto is_open_after = [](const VoteRules& by, std::vector<Dict> given) {
    Ballot ballot(by.voters.size());
    for (std::size_t i = 0; i < given.size(); ++i) ballot[i] = given[i];
    return is_open(by, voted_fields(), ballot);
  };
  EXPECT_TRUE(is_open_after(rules(1), {}));
  EXPECT_FALSE(is_open_after(rules(1), {opinion("good")}));
  EXPECT_TRUE(is_open_after(rules(3), {opinion("good")}));
  EXPECT_FALSE(is_open_after(rules(3), {opinion("good"), opinion("good")}));
  EXPECT_TRUE(is_open_after(rules(3), {opinion("good"), opinion("good", 2)}));
  EXPECT_TRUE(is_open_after(rules(3, 0.9), {opinion("good"), opinion("good")}));
  EXPECT_EQ(fewest_opinions(rules(1)), 1U);
  EXPECT_EQ(fewest_opinions(rules(3)), 2U);
  EXPECT_EQ(fewest_opinions(rules(4)), 3U);
  EXPECT_EQ(fewest_opinions(rules(3, 1)), 3U);
}

/// The values of a row, without their shares.
Dict values_of(const Dict& row) {
  return {{"mood", *language::find(row, "mood")}, {"count", *language::find(row, "count")}};
}

TEST(VoteTest, NoFurtherOpinionChangesAVoteThatHasEnded) {
  std::mt19937 random(20261125);  // NOLINT(*-msc51-cpp)
  const auto below = [&](std::size_t count) { return random() % count; };
  const std::vector<Value> moods = {"good", "bad", "mixed", {}};
  std::size_t ended = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Voter> models;
    for (std::size_t i = 0; i < 1 + below(3); ++i)
      models.push_back({{std::to_string(i), 0}, static_cast<double>(1 + below(3))});
    const VoteRules by = vote_rules(models, 1 + below(3), static_cast<double>(below(11)) / 10);
    Ballot ballot(by.voters.size());
    std::optional<Dict> early;
    for (std::size_t voter = 0; voter < ballot.size(); ++voter) {
      ballot[voter] = opinion(moods[below(moods.size())], static_cast<int>(below(2)));
      if (!early && voter + 1 < ballot.size() && !is_open(by, voted_fields(), ballot))
        early = values_of(elected(by, voted_fields(), ballot));
    }
    ASSERT_FALSE(is_open(by, voted_fields(), ballot));
    if (!early) continue;
    ++ended;
    ASSERT_EQ(text(*early), text(values_of(elected(by, voted_fields(), ballot))))
        << "round " << round;
  }
  EXPECT_GT(ended, 1000U);
}

}  // namespace
}  // namespace seedc::llm
