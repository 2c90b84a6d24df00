// Runs the plan of a formula on a dataset: its rows are found, its loads bound to columns once per
// distinct value, its program run over all items. The same on every backend and any number of
// threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/prepared_formula.h"
#include "runtime/exec/score_kernels.h"

namespace seedc {

/// What a formula reads of a dataset.
DataNeeds needs_of(const plan::Formula& formula);

/// Where the reviews went: reviews = rows + not relevant + without an extraction + not judged +
/// judged inappropriate.
struct RowLedger {
  std::uint64_t reviews = 0;
  std::uint64_t relevant = 0;
  std::uint64_t rows = 0;                  ///< relevant, with an extraction that may count
  std::uint64_t missing_extractions = 0;   ///< relevant, without one
  std::uint64_t not_judged = 0;            ///< relevant, and the judge did not see the extraction
  std::uint64_t judged_inappropriate = 0;  ///< relevant, and the judge did not let it pass

  /// Counts a relevant review.
  void add(ExtractionState state);
  /// Adds the ledger of another part of the reviews.
  void add(const RowLedger& part);
};

/// A formula's rows, and the columns of its loads. Cells, those of results included, point to
/// strings in it, in the dataset and the extractions: keep them alive. It keeps the prepared
/// formula alive itself.
class BoundFormula {
 public:
  static BoundFormula bind(std::shared_ptr<const PreparedFormula> prepared, const Dataset& dataset,
                           const Extractions& extractions, const ExecuteOptions& options);

  /// What each load of the program gives.
  std::span<const LoadKind> load_kinds() const;
  /// Of each load whether it gives something that is not null. Where it does not, its kind is Any,
  /// and a program for any other kind gives the same.
  std::span<const std::uint8_t> has_values() const;
  const RowLedger& rows() const;
  /// Without constants, which are those of the program that is run.
  ScoreInput input() const;

  BoundFormula(BoundFormula&&) noexcept;
  BoundFormula& operator=(BoundFormula&&) noexcept;
  ~BoundFormula();

 private:
  struct Storage;
  explicit BoundFormula(std::unique_ptr<Storage> storage);
  std::unique_ptr<Storage> storage_;
};

/// A program's constants as cells, whose strings are the program's.
std::vector<Cell> constants_of(const ScoreProgram& program);

/// The outputs of every item, and the rows that aggregates left out.
struct FormulaResult {
  std::vector<std::vector<Cell>> outputs;  ///< outputs[k][item]
  std::vector<std::uint64_t> left_out;     ///< [ledger * kNullCauseCount + cause]
};

/// `program` is the formula's own or one specialised to the load kinds: same outputs, same ledgers.
FormulaResult score_items(const ScoreProgram& program, const BoundFormula& bound,
                          const ScoreKernels& kernels, std::uint32_t item_count,
                          const ExecuteOptions& options);

}  // namespace seedc
