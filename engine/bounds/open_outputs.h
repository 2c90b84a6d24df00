// Outputs of items with open reviews, whose answers are to come: which of them are settled already,
// as no answer can change them, and what the others may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/bounds/item_bounds.h"
#include "engine/bounds/item_rows.h"
#include "runtime/exec/formula.h"

namespace seedc::bounds {

/// Bounds of outputs that are not settled. Strings are owned by the result that it belongs to.
struct OpenBounds {
  /// By item, in the order of outputs; std::nullopt: settled. Items whose outputs all are settled
  /// are not there. A list that is not settled has an empty bound.
  std::map<std::uint32_t, std::vector<std::optional<Bound>>> items;
  std::uint64_t reviews = 0;  ///< open ones of the data

  const Bound* find(std::uint32_t item, std::size_t output) const;
  /// Of each of so many outputs, at how many items it is not settled.
  std::vector<std::uint64_t> counts(std::size_t outputs) const;
};

/// How many relevant reviews of the data are open.
std::uint64_t open_reviews(const exec::BoundFormula& bound, const data::Dataset& dataset,
                           const data::Extractions& extractions);

/// Whether the output is a list, which has no bounds: it is settled where no review is open.
bool is_list(const contract::Formula& formula, std::size_t output);

/// The same bound with its texts owned by `strings`.
Bound kept_in(exec::FormulaResult::Strings& strings, const Bound& bound);

/// What a row of an item may be: as it is, awaited, or no row.
RowChoices choices_of(const FormulaRows& formula, const ItemRows& rows, const ItemRow& row);
/// The same of each, made when it is looked at.
ChoiceRows choices_of(const FormulaRows& formula, const ItemRows& rows);

/// The outputs as far as the choices decide them, for one thread: all that each may be; empty for
/// lists. Tightened as far as helps to settle `wanted`. Strings belong to `bounds`.
std::vector<Bound> outputs_of(ItemBounds& bounds, const contract::Formula& formula,
                              const std::vector<language::Cell>& item_loads, const ChoiceRows& rows,
                              std::span<const std::size_t> wanted);

/// Replaces the results of items with open reviews: outputs that are settled have their value, all
/// others are null (NullCause::Intended, which ledgers do not count), and their bounds are
/// returned. Runs on `threads` threads.
OpenBounds settle(const FormulaRows& rows, const exec::BoundFormula& bound,
                  const data::Dataset& dataset, const data::Extractions& extractions,
                  unsigned threads, exec::FormulaResult& result);

}  // namespace seedc::bounds
