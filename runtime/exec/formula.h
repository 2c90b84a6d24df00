// Runs the plan of a formula on a dataset: finds its rows, binds its loads to columns once per
// distinct value, and runs its program over all items. Results are identical for every backend and
// number of threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/base/text_hash.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/lists.h"
#include "runtime/exec/prepared_formula.h"
#include "runtime/exec/score_kernels.h"

namespace seedc::exec {

/// The data that a formula reads.
data::DataNeeds needs_of(const contract::Formula& formula);
/// The data that decides which reviews are its rows.
data::DataNeeds needs_of(const contract::RowSet& rows);

/// Counts of reviews by outcome: reviews = rows + not relevant + without an extraction + open + not
/// judged + judged inappropriate + filtered.
struct RowLedger {
  std::uint64_t reviews = 0;
  std::uint64_t relevant = 0;
  std::uint64_t rows = 0;                  ///< relevant, with a usable extraction
  std::uint64_t missing_extractions = 0;   ///< relevant, without an extraction
  std::uint64_t open = 0;                  ///< relevant, not asked or not answered yet
  std::uint64_t not_judged = 0;            ///< relevant, extraction not seen by the judge
  std::uint64_t judged_inappropriate = 0;  ///< relevant, rejected by the judge
  std::uint64_t filtered = 0;              ///< relevant, not kept by `filter.where`
  /// Distinct values for which a pattern of `matches` reached the match limit: they do not match.
  std::uint64_t undecided_texts = 0;
  /// Of each field that has a default and is read, how many rows read the default.
  std::map<std::string, std::uint64_t> defaulted = {};

  /// Counts a relevant review.
  void add(data::ExtractionState state);
  /// Counts a relevant review whose extraction is usable, and which is not kept.
  void add_filtered();
  /// Adds the ledger of another part of the reviews.
  void add(const RowLedger& part);
};

/// A formula's rows, and the columns of its loads. Cells, including those of results, point to
/// strings in this object, in the dataset and in the extractions: keep all of them alive. It shares
/// ownership of the prepared formula.
class BoundFormula {
 public:
  static BoundFormula bind(std::shared_ptr<const PreparedFormula> prepared,
                           const data::Dataset& dataset, const data::Extractions& extractions,
                           const ExecuteOptions& options);

  /// The kind and nullability of each of the program's loads.
  std::span<const contract::LoadKind> load_kinds() const;
  /// For each load, whether any of its values is not null. If none is, its kind is Any, and
  /// programs specialised for other kinds give the same results.
  std::span<const std::uint8_t> has_values() const;
  const RowLedger& rows() const;
  const ChosenReviews& relevant() const;
  /// Those that meet the condition on rows.
  const ChosenReviews& kept() const;
  bool is_relevant(std::uint32_t review) const;
  /// Whether the condition on rows holds for a review.
  bool is_kept(std::uint32_t review) const;
  /// What lists take from one of the item's rows; `load` is one that a list of the formula reads,
  /// `row` is numbered as ScoreInput::row_begins does.
  const language::Value& value(std::uint32_t load, std::uint32_t row) const;
  /// The formula's lists.
  std::span<const contract::ListSpec> lists() const;
  /// Without constants, which belong to the program that is run, and without what belongs to a
  /// thread: a string pool and text tests.
  contract::ScoreInput input() const;
  ThreadTextTests thread_tests() const;
  /// The call of the dataset, which scoring checks too.
  const base::Call& call() const;

  BoundFormula(BoundFormula&&) noexcept;
  BoundFormula& operator=(BoundFormula&&) noexcept;
  ~BoundFormula();

 private:
  struct Storage;
  explicit BoundFormula(std::unique_ptr<Storage> storage);
  std::unique_ptr<Storage> storage_;
};

/// A program's constants as cells, which point to strings of the program.
std::vector<language::Cell> constants_of(const contract::ScoreProgram& program);

/// The outputs of every item, and the counts of rows that aggregates left out.
struct FormulaResult {
  std::vector<base::MemoryCharge> charges;
  std::vector<std::vector<language::Cell>> outputs;  ///< outputs[k][item]
  /// The strings that the program made and outputs point to, each once per thread.
  using Strings = std::unordered_set<std::string, base::TextHash>;
  std::vector<std::shared_ptr<const Strings>> strings;
  std::vector<std::uint64_t> left_out;  ///< [ledger * kNullCauseCount + cause]
  /// [list][item], which outputs that are lists point to.
  std::vector<std::shared_ptr<const std::vector<language::Value>>> lists;
  std::vector<ListLedger> list_ledgers;  ///< by list
  /// Computed texts for which a pattern of `matches` reached the match limit.
  std::uint64_t undecided_texts = 0;
};

/// `program` is the formula's own or a specialised version: outputs and ledgers are the same.
FormulaResult score_items(const contract::ScoreProgram& program, const BoundFormula& bound,
                          const ScoreKernels& kernels, std::uint32_t item_count,
                          const ExecuteOptions& options);

}  // namespace seedc::exec
