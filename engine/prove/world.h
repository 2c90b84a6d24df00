// An item, with its reviews, at which conditions have the values that are asked for, or the proof
// that there is none.
#pragma once

#include <string>
#include <vector>

#include "engine/prove/answer.h"
#include "engine/prove/budget.h"
#include "engine/prove/demand.h"
#include "engine/prove/review.h"

namespace seedc::prove {

struct FoundWorld {
  Answer answer = Answer::GaveUp;
  /// A line of a bundle, with the friends and judgements that its reviews need.
  std::string line = {};
  /// Otherwise the demands, by number, that contradict each other, or that the search gave up on.
  std::vector<std::size_t> core = {};
  std::string reason = {};
};

/// Keeps what is found about texts. Not thread-safe.
class WorldSearch {
 public:
  /// Of distinct conditions.
  FoundWorld find(const std::vector<Demand>& demands, Budget& budget);

 private:
  ReviewSpace reviews_;
};

}  // namespace seedc::prove
