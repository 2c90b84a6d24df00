// Conditions on reviews, as `filter.where` of a Formula Seed is (semantics.md section 6), prepared:
// made once per program, used for any number of datasets.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/tested_values.h"

namespace seedc::exec {

/// Some of a dataset's reviews.
struct ChosenReviews {
  std::vector<std::uint8_t> is_chosen;  ///< one per review; empty: all are
  /// How many values reached the match limit of a pattern; they do not match.
  std::uint64_t undecided_texts = 0;
  base::MemoryCharge charge = {};

  bool has(std::uint32_t review) const { return is_chosen.empty() || is_chosen[review] != 0; }
};

/// Immutable and therefore thread-safe. Refers to the condition, which must outlive it.
class PreparedCondition {
 public:
  explicit PreparedCondition(const contract::ReviewCondition& condition);

  /// The reviews that meet the condition. `extractions` may be a null pointer if it reads no field.
  ChosenReviews choose(const data::Dataset& dataset, const data::Extractions* extractions,
                       const ExecuteOptions& options) const;

 private:
  const contract::ReviewCondition* condition_;
  std::deque<PreparedTest> tests_;
};

}  // namespace seedc::exec
