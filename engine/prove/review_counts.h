// Reviews of one item that meet what conditions ask of their numbers, or the proof that there are
// none. What conditions look at divides reviews into kinds; how many there are of each is a system
// of linear inequalities over whole numbers.
#pragma once

#include <string>
#include <vector>

#include "engine/prove/answer.h"
#include "engine/prove/budget.h"
#include "engine/prove/review_cases.h"

namespace seedc::prove {

struct FoundReviews {
  Answer answer = Answer::GaveUp;
  std::vector<Review> reviews = {};
  std::string reason = {};
};

/// Of conditions on reviews.
FoundReviews find_reviews(const std::vector<Demand>& demands, ReviewSpace& space, Budget& budget);

}  // namespace seedc::prove
