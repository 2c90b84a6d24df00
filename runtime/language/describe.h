// Describes conditions in words, for messages, explanations and printed plans.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/language/conditions.h"
#include "runtime/language/item_rules.h"

namespace seedc::language {

struct Description {
  /// The clause used in messages: "`attributes.HasTV` is `False`", "a review matches `cozy`".
  std::string sentence;
  /// The operands, shown next to the value that was found: `true "False"`, `4 stars or more in at
  /// least 1 review`. Empty for conditions on texts, whose pattern says it.
  std::string asked;
  /// Every field, for `emit plan`: `attributes.HasTV matches yes "False" no - neutral - missing 0`.
  std::string in_full;
};

Description describe(const Condition& condition);

/// What the negation of a condition means: "has hours by `hours.Monday`", or `not: ` and its
/// sentence.
std::string sentence_of_not(const Condition& condition);

/// The parts of a review_match that a review must meet all at once, each as a program writes it:
/// the pattern first, then the conditions, the circle, the judgement.
///   `"cozy"`, `stars >= 4`, `user.elite`, `within 1 of [Bob]`, `judged positive on "service"`
std::vector<std::string> parts_of(const ReviewMatch& condition);

/// Formats a test as a program writes it: `stars >= 4`, `user.elite`.
std::string written(const MatchCondition& condition);

/// Formats a value as a program writes it: strings in quotes, other values as Python's str().
std::string written(const Value& value);

/// Formats `>= 4.5`.
std::string bound_text(const Bound& bound);

/// Formats minutes since midnight as a time of the day: `23:30`; the end of the day is `24:00`.
std::string clock_text(std::int64_t minute);

/// Formats `4`, `4.25`: as few digits as needed, at most four decimals.
std::string number_text(double number);

}  // namespace seedc::language
