// Makes the lists of all items while a formula is scored: gives kernels columns to keep values of
// rows in, and makes the lists of the items that were scored last from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/contract/score.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/lists.h"

namespace seedc::exec {

/// Shared by the threads that score; each works on other items and has its own Thread.
class ListRun {
 public:
  using Values = std::shared_ptr<const std::vector<language::Value>>;

  struct Thread {
    base::MemoryCharge charge;             ///< of the cells, and of the lists that were made
    std::vector<ListLedger> ledgers;       ///< by list
    std::vector<language::Cell> cells;     ///< of the kept columns, one column after the other
    std::vector<language::Cell*> columns;  ///< where each begins
  };

  /// `bound` outlives the run.
  ListRun(const contract::ScoreProgram& program, const BoundFormula& bound,
          std::uint32_t item_count);

  /// The end of the items from `first_item` on that are scored in one call of a kernel.
  std::uint32_t end_of(std::uint32_t first_item, std::uint32_t end_item) const;

  /// Gives the input columns for the rows of items [first_item, end_item).
  void prepare(Thread& thread, contract::ScoreInput& input, std::uint32_t first_item,
               std::uint32_t end_item) const;

  /// Makes the lists of these items, and the cells of outputs that are lists. The columns hold what
  /// the kernel kept.
  void make(Thread& thread, std::span<language::Cell* const> outputs, std::uint32_t first_item,
            std::uint32_t end_item) const;

  /// The lists of all items, by list.
  std::vector<Values> values() const { return {values_.begin(), values_.end()}; }

 private:
  /// The most cells kept at once, unless a single item has more.
  static constexpr std::size_t kMostCells = std::size_t{1} << 18;

  std::size_t cells_of(std::uint32_t first_item, std::uint32_t end_item) const {
    return column_count_ * (row_begins_[end_item] - row_begins_[first_item]);
  }
  void make_of_item(Thread& thread, std::span<language::Cell* const> outputs, std::uint32_t item,
                    std::uint32_t first_kept) const;

  const BoundFormula& bound_;
  const std::uint32_t* row_begins_;
  std::size_t column_count_;
  std::vector<std::shared_ptr<std::vector<language::Value>>> values_;
};

}  // namespace seedc::exec
