// Values that conditions on one path ask for, and values that tests of a review ask for: whatever
// is said to be impossible is met by none of many values, in every combination of random
// conditions.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/prove/item_value.h"
#include "engine/prove/review_test.h"
#include "runtime/language/text.h"

namespace seedc::prove {
namespace {

using namespace std::chrono_literals;
using language::Comparison;
using language::Condition;
using language::Dict;
using language::List;
using language::Tri;
using language::Value;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  template <class List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::mt19937_64 engine_;
};

/// Values as they are read, of every kind, near those that the conditions name.
std::vector<Value> many_values() {
  std::vector<Value> values = {Value(), true,           false,         List(),
                               Dict(),  Dict{{"a", 1}}, List{Value(1)}};
  for (const char* text : {"",
                           "free",
                           "very free",
                           "no",
                           "none",
                           "true",
                           "True",
                           "false",
                           "4",
                           "4.0",
                           "4.5",
                           "41",
                           " 4",
                           "nan",
                           "'free': true",
                           "9:0-17:0",
                           "8:0-9:0",
                           "17:0-17:0",
                           "22:0-2:0",
                           "0:0-0:0",
                           "1:0-3:0",
                           "x",
                           "a, b",
                           "e",
                           "-",
                           "[]",
                           "{}",
                           "2020-01-01",
                           "2020",
                           "2019-12-31",
                           "2021-05-05 10:00:00",
                           "no, free",
                           "['x']"})
    values.emplace_back(text);
  for (const double number : {0.0, 1.0, 3.5, 4.0, 4.25, 4.5, 5.0, 40.0, 1e20, -1.0}) {
    values.emplace_back(number);
    values.emplace_back(static_cast<std::int64_t>(number));
  }
  for (const bool first : {true, false}) {
    for (const bool second : {true, false}) values.push_back(Dict{{"free", first}, {"no", second}});
  }
  for (const std::size_t count : {1, 2, 3, 5}) values.push_back(List(count, Value("free")));
  values.push_back(List{Value(""), Value("NONE"), Value()});
  for (int start = 0; start < 26; start += 3) {
    for (int end = 0; end < 30; end += 5)
      values.emplace_back(std::to_string(start) + ":0-" + std::to_string(end) + ":30");
  }
  return values;
}

Value operand(Random& random) {
  const Value operands[] = {"free",
                            "no",
                            "True",
                            "4",
                            "4.5",
                            "e",
                            "",
                            true,
                            4,
                            4.5,
                            "None",
                            1,
                            List{Value("free"), Value(4)},
                            List{Value("no"), Value(false)},
                            "9:0-17:0"};
  return random.pick(operands);
}

Tri any_tri(Random& random) { return static_cast<Tri>(static_cast<int>(random.below(3)) - 1); }

std::optional<Value> maybe_operand(Random& random) {
  return random.below(2) == 0 ? std::nullopt : std::optional(operand(random));
}
std::optional<double> maybe_bound(Random& random) {
  const double bounds[] = {0, 3.5, 4, 4.5, 40};
  return random.below(2) == 0 ? std::nullopt : std::optional(random.pick(bounds));
}

Condition random_condition(Random& random) {
  const language::Path path = {"p"}, day = {"p", "q"};
  const std::int64_t minutes[] = {0, 60, 540, 600, 1020, 1320, 1440};
  const std::int64_t start = random.pick(minutes), length = random.pick(minutes) + 30;
  const std::string text = language::text_of(operand(random));
  switch (random.below(11)) {
    case 0:
      return language::MetaContains{path, text};
    case 1:
      return language::MetaNotContains{path, text};
    case 2:
      return language::MetaNotMatch{path, operand(random)};
    case 3:
    case 4:
      return language::MetaMatch{path, maybe_operand(random), maybe_operand(random),
                                 maybe_operand(random), any_tri(random)};
    case 5:
      return language::MetaIs{path, operand(random), any_tri(random)};
    case 6:
      return language::MetaNumber{path,
                                  maybe_bound(random),
                                  maybe_bound(random),
                                  maybe_bound(random),
                                  std::optional(4.25),
                                  any_tri(random)};
    case 7:
      return language::HoursContain{path, start, start + length, any_tri(random)};
    case 8:
      return language::HoursAt{path, start, any_tri(random)};
    case 9:
      return language::HoursAny{path, start, start + length, any_tri(random)};
    default:
      return language::HoursClosed{{}, "p", any_tri(random)};
  }
}

TriSet random_values(Random& random) {
  const Tri value = any_tri(random);
  return random.below(2) == 0 ? TriSet::of(value) : TriSet::all().without(value);
}

TEST(ItemValue, WhatIsImpossibleIsMetByNoValue) {
  const std::vector<Value> values = many_values();
  Random random(1);
  std::size_t impossible = 0, found_count = 0, gave_up = 0;
  for (int round = 0; round < 12'000; ++round) {
    std::vector<Condition> conditions;
    for (std::size_t count = 1 + random.below(4); count > 0; --count)
      conditions.push_back(random_condition(random));
    std::vector<Demand> demands;
    for (const Condition& condition : conditions)
      demands.push_back({&condition, random_values(random)});
    const auto fits = [&](const ItemValue& value) {
      return std::ranges::all_of(demands, [&](const Demand& demand) {
        return demand.allowed.has(decide_item(*demand.condition, value));
      });
    };
    base::Call call;
    Budget budget(call, Budget::Clock::now() + 5s);
    const FoundValue found = find_item_value(demands, {}, budget);
    if (found.answer == Answer::Found) {
      ++found_count;
      EXPECT_TRUE(fits(found.value)) << "round " << round;
    }
    if (found.answer == Answer::GaveUp) ++gave_up;
    if (found.answer != Answer::Impossible) continue;
    ++impossible;
    for (const Value& value : values) {
      for (const bool has_other_days : {true, false})
        EXPECT_FALSE(fits({value, has_other_days}))
            << "round " << round << ": " << language::to_json(value);
    }
  }
  EXPECT_GT(impossible, 300U);
  EXPECT_LT(gave_up * 5, impossible + found_count);
}

ReviewTest random_test(Random& random) {
  const Comparison signs[] = {Comparison::Gte, Comparison::Gt, Comparison::Lte, Comparison::Lt};
  const language::MatchTest tests[] = {language::MatchTest::NotEmpty, language::MatchTest::Equals,
                                       language::MatchTest::Contains, language::MatchTest::Gte,
                                       language::MatchTest::Gt,       language::MatchTest::Lte,
                                       language::MatchTest::Lt};
  const double bounds[] = {0, 1, 3.5, 4, 5, 40};
  const char* const texts[] = {"2020-01-01", "2020", "free", "x", "", "None", "4"};
  const Comparison sign = random.pick(signs);
  switch (random.below(6)) {
    case 0:
      return {{"f"}, NumberTest{sign, random.pick(bounds)}};
    case 1:
      return {{"f"}, WorthTest{sign, random.pick(bounds)}};
    case 2:
      return {{"f"}, GroupTest{sign, random.pick(bounds)}};
    case 3:
      return {{"f"}, GroupTest{sign, random.pick(texts)}};
    default:
      break;
  }
  const auto test = random.pick(tests);
  if (test == language::MatchTest::NotEmpty) return {{"f"}, MatchedTest{}};
  if (test != language::MatchTest::Contains && random.below(2) == 0)
    return {{"f"}, MatchedTest{test, random.pick(bounds)}};
  return {{"f"}, MatchedTest{test, random.pick(texts)}};
}

TEST(ReviewTest, WhatIsImpossibleIsMetByNoValue) {
  const std::vector<Value> values = many_values();
  Random random(2);
  std::size_t impossible = 0;
  for (int round = 0; round < 12'000; ++round) {
    std::vector<ReviewTest> tests;
    for (std::size_t count = 1 + random.below(3); count > 0; --count)
      tests.push_back(random_test(random));
    std::vector<const ReviewTest*> wanted, unwanted;
    for (const ReviewTest& test : tests)
      (random.below(2) == 0 ? wanted : unwanted).push_back(&test);
    const auto fits = [&](const Value& value) {
      const auto met = [&](const ReviewTest* test) { return meets(*test, value); };
      return std::ranges::all_of(wanted, met) && std::ranges::none_of(unwanted, met);
    };
    base::Call call;
    Budget budget(call, Budget::Clock::now() + 5s);
    const FoundReviewValue found = find_review_value(wanted, unwanted, budget);
    if (found.answer == Answer::Found) {
      EXPECT_TRUE(fits(found.value)) << "round " << round;
    }
    if (found.answer != Answer::Impossible) continue;
    ++impossible;
    for (const Value& value : values)
      EXPECT_FALSE(fits(value)) << "round " << round << ": " << language::to_json(value);
  }
  EXPECT_GT(impossible, 300U);
}

}  // namespace
}  // namespace seedc::prove
