// Decides which reviews are the rows of a Formula Seed, with the keywords compiled: made once per
// program, used for any number of datasets.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::exec {

/// Immutable and therefore thread-safe. Refers to the RowSet, which must outlive it.
class PreparedRows {
 public:
  explicit PreparedRows(const contract::RowSet& rows);
  PreparedRows(PreparedRows&&) noexcept;
  PreparedRows& operator=(PreparedRows&&) noexcept;
  ~PreparedRows();

  /// For each review, whether it is relevant: whether it contains one of the keywords, or always if
  /// there are none. Needs the texts if there are keywords.
  std::vector<std::uint8_t> relevant_reviews(const data::Dataset& dataset,
                                             const ExecuteOptions& options) const;

 private:
  struct Storage;
  std::unique_ptr<const Storage> storage_;
};

}  // namespace seedc::exec
