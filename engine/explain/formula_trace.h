// Every value of a formula at one item: those of the item, and those of each of its rows. Computed
// by the operations that the interpreter runs, so that what is explained is what is scored.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/explain/outline.h"
#include "runtime/base/limits.h"
#include "runtime/base/result.h"
#include "runtime/exec/formula.h"

namespace seedc::explain {

class FormulaTrace {
 public:
  /// `program` is an outline's, `bound` its formula on the data. Fails (Limit) if it would hold
  /// more than kMostCells. Strings in cells are those of `bound` and of the trace.
  static base::Result<FormulaTrace> run(const contract::ScoreProgram& program,
                                        const exec::BoundFormula& bound, std::uint32_t item);
  static constexpr std::size_t kMostCells = base::limits::kExplainedCells;

  std::uint32_t row_count() const { return row_count_; }
  /// A value of the item.
  const language::Cell& value(std::uint32_t number) const { return cells_[begins_[number]]; }
  /// The values at all rows.
  exec::ScoreColumn column(std::uint32_t number) const {
    return {cells_.data() + begins_[number],
            program_->code[number].is_per_row ? std::size_t{1} : 0};
  }
  /// A value at a row; of the item, the same at all.
  const language::Cell& value(std::uint32_t number, std::uint32_t row) const {
    return cells_[begins_[number] + (program_->code[number].is_per_row ? row : 0)];
  }

 private:
  FormulaTrace(const contract::ScoreProgram& program, std::uint32_t row_count)
      : program_(&program), row_count_(row_count) {}

  bool fits() const;
  void compute(std::uint32_t number, const contract::ScoreInput& input, std::uint32_t item);
  language::Cell aggregate(const contract::ScoreInst& inst) const;

  const contract::ScoreProgram* program_;
  std::uint32_t row_count_;
  std::vector<std::size_t> begins_;  ///< of each instruction's cells
  std::vector<language::Cell> cells_;
  std::vector<std::uint64_t> left_out_;  ///< the counts of the ledgers that folds add to
  std::unique_ptr<language::StringPool> strings_ = std::make_unique<language::StringPool>();
};

}  // namespace seedc::explain
