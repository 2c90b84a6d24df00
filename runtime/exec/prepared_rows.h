// Which reviews are the rows of a Formula Seed, with the keywords compiled: made once per program,
// asked about any number of datasets.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc {

/// Immutable, so threads share it. Refers to the RowSet, which outlives it.
class PreparedRows {
 public:
  explicit PreparedRows(const plan::RowSet& rows);
  PreparedRows(PreparedRows&&) noexcept;
  PreparedRows& operator=(PreparedRows&&) noexcept;
  ~PreparedRows();

  /// Of each review whether it is relevant: whether it has one of the keywords, if there are some.
  /// Needs the texts then.
  std::vector<std::uint8_t> relevant_reviews(const Dataset& dataset,
                                             const ExecuteOptions& options) const;

 private:
  struct Storage;
  std::unique_ptr<const Storage> storage_;
};

}  // namespace seedc
