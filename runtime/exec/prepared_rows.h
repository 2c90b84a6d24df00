// Decides which reviews are the rows of a Formula Seed, with keywords and conditions prepared: made
// once per program, used for any number of datasets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/review_conditions.h"
#include "runtime/language/required_literals.h"

namespace seedc::exec {

/// What finds the keywords in texts; std::nullopt if some keyword is not ASCII.
std::optional<language::RequiredLiterals> search_of(const contract::RowSet& rows);

/// Immutable and therefore thread-safe. Refers to the RowSet, which must outlive it.
class PreparedRows {
 public:
  explicit PreparedRows(const contract::RowSet& rows);
  PreparedRows(PreparedRows&&) noexcept;
  PreparedRows& operator=(PreparedRows&&) noexcept;
  ~PreparedRows();

  /// The relevant ones: those that contain one of the keywords, if there are any, and meet
  /// `RowSet::relevant`. Needs the data that needs_of (formula.h) lists.
  ChosenReviews relevant_reviews(const data::Dataset& dataset, const ExecuteOptions& options) const;
  /// Those that meet `RowSet::kept`.
  ChosenReviews kept_reviews(const data::Dataset& dataset, const data::Extractions& extractions,
                             const ExecuteOptions& options) const;

 private:
  struct Storage;
  std::unique_ptr<const Storage> storage_;
};

}  // namespace seedc::exec
