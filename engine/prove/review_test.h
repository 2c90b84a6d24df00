// Tests of the value at a path of a review, whichever condition asks for them, and values that meet
// some and not others.
#pragma once

#include <variant>
#include <vector>

#include "engine/prove/answer.h"
#include "engine/prove/budget.h"
#include "runtime/language/conditions.h"

namespace seedc::prove {

/// The value is a number, or a numeric string, that compares so.
struct NumberTest {
  language::Comparison sign = language::Comparison::Gte;
  double bound = 0;
  friend bool operator==(const NumberTest&, const NumberTest&) = default;
};
/// The same of its worth as credibility: lists count their entries.
struct WorthTest {
  language::Comparison sign = language::Comparison::Gte;
  double bound = 0;
  friend bool operator==(const WorthTest&, const WorthTest&) = default;
};
/// It puts the review into a group of a review_group_rating.
struct GroupTest {
  language::Comparison sign = language::Comparison::Gte;
  language::Value bound = {};
  friend bool operator==(const GroupTest&, const GroupTest&) = default;
};
/// As one of the conditions of a review_match; of not_empty whoever asks.
struct MatchedTest {
  language::MatchTest test = language::MatchTest::NotEmpty;
  language::Value value = {};
  friend bool operator==(const MatchedTest&, const MatchedTest&) = default;
};

struct ReviewTest {
  language::Path path;
  std::variant<NumberTest, WorthTest, GroupTest, MatchedTest> what;
  friend bool operator==(const ReviewTest&, const ReviewTest&) = default;
};

/// Whether a value, as it is read, meets the test.
bool meets(const ReviewTest& test, const language::Value& value);

struct FoundReviewValue {
  Answer answer = Answer::GaveUp;
  language::Value value = {};
};
/// A value that meets the tests of `wanted` and none of `unwanted`, all of one path; one at least.
FoundReviewValue find_review_value(const std::vector<const ReviewTest*>& wanted,
                                   const std::vector<const ReviewTest*>& unwanted, Budget& budget);

}  // namespace seedc::prove
