// What the value of a condition on reviews says about their numbers, as linear inequalities over
// reviews with some traits, and about means of stars.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/prove/demand.h"
#include "engine/prove/review.h"

namespace seedc::prove {

/// At least `least`: the number of reviews with the traits of each term, times its factor, summed.
struct CountBound {
  struct Term {
    Traits traits;
    std::int64_t factor = 1;
  };
  std::vector<Term> terms;
  std::int64_t least = 0;
};

/// The mean of stars over the reviews with these traits compares so; there is one at least.
struct MeanBound {
  Traits traits;
  language::Comparison sign = language::Comparison::Gte;
  double bound = 0;
};

/// All of these must hold.
struct ReviewCase {
  std::vector<CountBound> counts;
  std::vector<MeanBound> means;
};

/// The value of a condition on reviews where an item has none.
language::Tri value_without_reviews(const language::Condition& condition);

/// The ways in which the condition has one of the values where there are reviews. They may say less
/// than the condition does, where it depends on more than numbers (weight_by), never more.
std::vector<ReviewCase> cases_of(const Demand& demand, ReviewSpace& space);

}  // namespace seedc::prove
