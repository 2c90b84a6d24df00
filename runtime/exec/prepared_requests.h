// A plan's requests prepared to run: patterns compiled, kernels made, conditions grouped by what
// they read.
// Made once per program; `execute` (execute.h) runs it on any number of datasets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/exec/kernels.h"
#include "runtime/exec/text_rules.h"

namespace seedc::exec {

/// Immutable and therefore thread-safe. Refers to the plan, which must outlive it; holds no data.
class PreparedRequests {
 public:
  /// The conditions of stage Items that read one path, by their numbers in the stage.
  struct ItemColumn {
    const language::Path* path;
    std::vector<std::size_t> conditions;
  };

  /// The conditions of stage Reviews that have the same votes, by their numbers in the stage.
  using SameVotes = std::vector<std::uint32_t>;

  /// `kernels` must be those of the plan. Fails if a pattern cannot be searched. Checks the call at
  /// each pattern and condition on reviews.
  static base::Result<PreparedRequests> prepare(const contract::Plan& plan,
                                                std::unique_ptr<Kernels> kernels,
                                                const base::Call& call = {});

  const contract::Plan& plan() const { return *plan_; }
  const Kernels& kernels() const { return *kernels_; }
  /// The prepared conditions of stage Texts; may be empty.
  const std::shared_ptr<const PreparedTexts>& texts() const { return texts_; }
  std::span<const ItemColumn> item_columns() const { return item_columns_; }
  /// All conditions of stage Reviews; together if they share flags (review_rules.h).
  std::span<const std::vector<SameVotes>> same_votes() const { return same_votes_; }

 private:
  PreparedRequests(const contract::Plan& plan, std::unique_ptr<Kernels> kernels,
                   std::shared_ptr<const PreparedTexts> texts, const base::Call& call);

  const contract::Plan* plan_;
  std::unique_ptr<const Kernels> kernels_;
  std::shared_ptr<const PreparedTexts> texts_;
  std::vector<ItemColumn> item_columns_;
  std::vector<std::vector<SameVotes>> same_votes_;
};

}  // namespace seedc::exec
