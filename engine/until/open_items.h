// What the outputs of items may be while reviews are asked, and which reviews an item has left.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/report/places.h"
#include "engine/until/effects.h"
#include "engine/until/targets.h"
#include "engine/until/until.h"

namespace seedc::engine {

/// An item about which a model may be asked.
struct OpenItem {
  std::vector<std::uint32_t> order;  ///< its open reviews, in the order in which they are asked
  std::size_t needed = 0;            ///< the first ones of them, on which it may depend
  std::size_t asked = 0;             ///< the first ones of them
  bool is_bounded = true;            ///< whether all that the outputs may be is within bounds
};

/// All items of the data. Each target is settled by outputs of some of them; what it refers to
/// outlives it.
class OpenItems {
 public:
  using Answers = std::span<const std::optional<language::Dict>>;

  OpenItems(const contract::Formula& formula, const llm::ExtractionQuestion& question,
            const data::Dataset& dataset, const UntilOptions& options);

  const exec::ChosenReviews& relevant() const { return relevant_; }

  /// Finds out what the outputs of all items may be with these answers, and orders the reviews of
  /// those that are not settled.
  void begin(Answers answers);
  /// The same of these items, which have more answers now: their reviews stay in order.
  void update(std::span<const std::uint32_t> items, Answers answers);

  /// The items on which it depends whether the target is settled, ascending; those of a `top` that
  /// may be the first ones.
  std::vector<std::uint32_t> undecided(const Target& target) const;
  /// Those about which may have to be asked for it, ascending.
  std::vector<std::uint32_t> candidates(const Target& target) const;
  /// Of a `top`: so many of the first ones are not settled, whichever they are.
  std::size_t surely_open(const Target& target) const;
  bool is_settled(const Target& target, std::uint32_t item) const;

  OpenItem& operator[](std::uint32_t item) { return items_[item]; }
  const OpenItem& operator[](std::uint32_t item) const { return items_[item]; }

  /// For each of these items, after how many answers the target's outputs may be settled there, as
  /// far as found by supposing that all of them are alike.
  std::vector<std::size_t> least_answers(const Target& target, std::span<const std::uint32_t> items,
                                         Answers answers);

 private:
  struct Choices;
  using Visit = std::function<void(std::size_t, const bounds::FormulaRows&, bounds::ItemBounds&)>;
  using Outputs = std::vector<std::size_t>;

  void for_each(std::size_t count, Answers answers, const Visit& visit) const;
  const bounds::Bound& known(std::uint32_t item, std::size_t output) const;
  Choices choices_at(const bounds::FormulaRows& rows, const bounds::ItemRows& at,
                     bounds::ItemBounds& bounds);
  bounds::Merged merged(const Choices& choices, const Outputs& outputs,
                        bounds::ItemBounds& bounds) const;
  void look_at(std::uint32_t item, bool is_first, const bounds::FormulaRows& rows,
               bounds::ItemBounds& bounds);
  void keep(std::uint32_t item, const Outputs& outputs, const std::vector<bounds::Bound>& found);
  OpenItem ordered(const bounds::ItemRows& at, const bounds::Merged& found,
                   const Outputs& outputs) const;
  std::size_t least_of(std::uint32_t item, const Outputs& outputs, const bounds::FormulaRows& rows,
                       bounds::ItemBounds& bounds);
  bool is_settled_by(std::span<const std::uint32_t> answered, const bounds::FieldCase& fields,
                     const Outputs& outputs, const bounds::ItemRows& at, const Choices& open,
                     const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) const;
  std::vector<std::uint32_t> items_of(const Target& target) const;
  std::vector<std::uint32_t> possible(const Target& target) const;
  std::vector<report::PlaceRange> ranges_of(const Target& target,
                                            std::span<const std::uint32_t> items) const;

  const contract::Formula& formula_;
  const data::Dataset& dataset_;
  const UntilOptions& options_;
  std::shared_ptr<const exec::PreparedFormula> prepared_;
  exec::ChosenReviews relevant_;
  std::int64_t frame_tokens_;
  bool has_several_passes_;
  Outputs outputs_;  ///< of all targets, ascending
  bool has_order_;   ///< whether a target is about the first ones of an order
  std::vector<OpenItem> items_;
  /// By item, the bounds of `outputs_`; empty if all are settled that a target wants of it.
  std::vector<std::vector<bounds::Bound>> known_;
  std::mutex mutex_;
  exec::FormulaResult::Strings strings_;  ///< of `known_`
  Effects effects_;
};

}  // namespace seedc::engine
