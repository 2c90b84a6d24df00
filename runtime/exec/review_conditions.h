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

/// Whether a condition holds whose test number `t` passes if `test(t)` is true. `values` is reused.
template <class Test>
bool meets(const contract::ReviewCondition& condition, const Test& test,
           std::vector<std::uint8_t>& values) {
  using Kind = contract::ReviewCondition::Part::Kind;
  values.resize(condition.parts.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [kind, a, b] = condition.parts[i];
    switch (kind) {
      case Kind::Constant:
        values[i] = static_cast<std::uint8_t>(a);
        break;
      case Kind::Test:
        values[i] = test(a) ? 1 : 0;
        break;
      case Kind::Not:
        values[i] = values[a] ^ 1U;
        break;
      case Kind::And:
        values[i] = values[a] & values[b];
        break;
      case Kind::Or:
        values[i] = values[a] | values[b];
        break;
    }
  }
  return values.back() != 0;
}

}  // namespace seedc::exec
