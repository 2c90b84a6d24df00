// How likely an output of a formula is to have each of its values at an item if every extracted
// value is wrong with a probability (semantics.md section 6, Wrong values).
//
// All combinations of values are tried where they are no more than the samples that are asked for;
// the chances are then exact. Otherwise so many combinations are drawn.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/bounds/item_rows.h"
#include "runtime/exec/score_kernels.h"

namespace seedc::bounds {

struct WrongOptions {
  double probability = 0;     ///< 0 to 1
  std::uint64_t seed = 0;     ///< of what is drawn: at one item the same in any data
  std::uint64_t samples = 1;  ///< at least 1
};

/// Whether an output that has one of them does not flip when it has the other: nulls are one
/// value, whatever their causes.
bool is_one_value(const language::Cell& a, const language::Cell& b);

/// One of the values of an output.
struct Chance {
  language::Cell value;
  double probability = 0;
};
struct OutputChances {
  language::Cell now;           ///< with the values that were extracted
  std::vector<Chance> chances;  ///< the most likely first; they add up to 1
  double flips = 0;             ///< how likely the output is to have another value than now
};
struct ItemChances {
  std::vector<OutputChances> outputs;  ///< by output
  bool is_exact = false;
  std::shared_ptr<const std::deque<std::string>> strings;  ///< to which cells point
};

/// A formula in a dataset. Immutable, and so thread-safe. All that it is made from outlives it.
class WrongValues {
 public:
  WrongValues(const FormulaRows& formula, const exec::BoundFormula& bound,
              const data::Dataset& dataset, const data::Extractions& extractions,
              const WrongOptions& options);

  /// `rows` are those of FormulaRows::at. Checks the dataset's call.
  ItemChances at(const ItemRows& rows) const;

  /// Values that the formula cannot tell apart, of a field that is extracted.
  struct Outcomes {
    static constexpr std::uint32_t kMissing = 0;             ///< the outcome of a missing value
    std::size_t field = 0;                                   ///< of FieldCases::fields
    std::unordered_map<std::string, std::uint32_t> numbers;  ///< of values, by their JSON
    std::vector<std::uint32_t> outcome_of;                   ///< by value
    std::vector<std::uint32_t> counts;                       ///< by outcome: its values
    std::vector<std::vector<language::Cell>> loads;          ///< by load of the field, by outcome
    std::vector<std::vector<std::uint8_t>> tests;            ///< by test of the field, by outcome
  };

 private:
  class Item;

  void add_field(std::size_t field, const exec::BoundFormula& bound);
  std::vector<const language::Value*> values_of(const contract::Field& field,
                                                const exec::BoundFormula& bound);

  const FormulaRows& formula_;
  const data::Dataset& dataset_;
  const data::Extractions& extractions_;
  WrongOptions options_;
  std::deque<language::Value> declared_;
  std::deque<exec::PreparedTest> tests_;  ///< of RowSet::kept
  std::vector<Outcomes> fields_;          ///< those that are read
  std::vector<language::Cell> constants_;
  std::unique_ptr<exec::ScoreKernels> kernels_;
};

}  // namespace seedc::bounds
