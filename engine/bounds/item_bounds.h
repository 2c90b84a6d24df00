// What a formula's outputs at one item may be, whatever its rows turn out to be.
//
// Rows are added to the aggregates in review order, as kernels add them, for several sets of
// choices at a time: a *state* is what the aggregates may be after some choices. Many states are
// merged into few, which loosens bounds and never makes them wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/bounds/item_rows.h"
#include "runtime/base/call.h"
#include "runtime/exec/prepared_formula.h"
#include "runtime/exec/score_kernels.h"
#include "runtime/language/string_pool.h"

namespace seedc::bounds {

/// The choice that was made for a row; kAbsent: it is no row.
struct RowPick {
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  std::uint32_t row = 0;
  std::uint32_t choice = 0;
  friend bool operator==(const RowPick&, const RowPick&) = default;
};

/// One of the ends of a search: outputs, and what it takes to reach them.
struct Reached {
  std::vector<Bound> outputs;
  std::uint32_t cost = 0;
  std::vector<RowPick> picks;  ///< those of a cost
};

/// What a row may add to each aggregate, all its choices taken together: whether it counts, and its
/// value then.
using RowEffect = std::vector<Bound>;

struct Merged {
  std::vector<Bound> outputs;
  /// How much of what is undecided each row holds: of each aggregate that the given outputs are
  /// computed from, its share of the width of what all rows may add, summed. 0 for a row that adds
  /// the same whatever it turns out to be.
  std::vector<double> spreads;
};

/// The choices of an item's rows, in review order: given, or made when a row is looked at, so that
/// those of one row are in memory at a time. What it is made from outlives it.
class ChoiceRows {
 public:
  using Make = std::function<RowChoices(std::size_t row)>;

  ChoiceRows(std::span<const RowChoices> rows) : rows_(rows), count_(rows.size()) {}
  ChoiceRows(const std::vector<RowChoices>& rows) : ChoiceRows(std::span(rows)) {}
  ChoiceRows(std::size_t count, Make make) : count_(count), make_(std::move(make)) {}

  std::size_t size() const { return count_; }
  /// Stays as long as `space`, which is for this.
  const RowChoices& at(std::size_t row, RowChoices& space) const {
    return make_ ? space = make_(row) : rows_[row];
  }

 private:
  std::span<const RowChoices> rows_;
  std::size_t count_ = 0;
  Make make_;
};

struct SearchLimits {
  std::size_t states = 64;  ///< after each row; beyond, states are merged
  std::uint32_t cost = UINT32_MAX;
  base::Call call;  ///< checked for each row
};

/// For one thread. The prepared formula outlives it.
class ItemBounds {
 public:
  explicit ItemBounds(const exec::PreparedFormula& prepared);

  /// For each output, all that it may be; sound. Lists are all that is not null, or null.
  std::vector<Bound> outputs(const std::vector<language::Cell>& item_loads, const ChoiceRows& rows,
                             std::size_t states = 64);
  /// The ends, each with the choices that lead there if none was merged with another on its way
  /// (`is_complete`). Their union, for each cost, contains all that may be.
  std::vector<Reached> search(const std::vector<language::Cell>& item_loads, const ChoiceRows& rows,
                              const SearchLimits& limits, bool& is_complete);

  /// What outputs may be if every choice is merged with all others: fast, and looser.
  Merged merged(const std::vector<language::Cell>& item_loads, const ChoiceRows& rows,
                std::span<const std::size_t> outputs);
  /// The same of a program without several passes, whose rows have the same effect each time.
  Merged merged(const std::vector<language::Cell>& item_loads,
                std::span<const RowEffect* const> rows, std::span<const std::size_t> outputs);
  RowEffect effect_of(const std::vector<language::Cell>& item_loads, const RowChoices& row);

  /// Whether rows depend on aggregates of other rows: `picks` are then of the first ones alone.
  bool has_several_passes() const;

 private:
  struct State {
    std::vector<Bound> aggregates;
    std::uint32_t cost = 0;
    std::uint32_t path = 0;
  };
  struct Phase {
    std::vector<std::uint32_t> invariants, rows, aggregates, items;
  };
  struct PathNode {
    std::uint32_t before = 0;
    RowPick pick;
  };
  struct Pass {
    const ChoiceRows* rows = nullptr;
    SearchLimits limits;
    bool is_complete = true;
    std::vector<PathNode> paths{1};
    std::vector<Reached> reached;
  };

  void run_phase(std::size_t phase, std::vector<Bound>& values, const State& before, Pass& pass);
  std::vector<State> add_rows(const Phase& phase, std::vector<Bound>& values, const State& before,
                              Pass& pass);
  void add_choices(const Phase& phase, std::vector<State>& states,
                   const std::vector<std::vector<Bound>>& signatures,
                   const std::vector<std::uint32_t>& costs, const RowChoices& choices,
                   std::uint32_t row, Pass& pass);
  void limit(std::vector<State>& states, Pass& pass) const;
  std::vector<bool> inputs_of(std::span<const std::size_t> outputs) const;
  using EffectInPhase =
      std::function<const RowEffect*(const Phase&, std::vector<Bound>& values, std::size_t row)>;
  Merged merged(const std::vector<language::Cell>& item_loads, std::size_t rows,
                std::span<const std::size_t> outputs, const EffectInPhase& effect_at);
  RowEffect effect_in(const Phase& phase, std::vector<Bound>& values, const RowChoices& row);
  void add_spreads(const Phase& phase, std::span<const RowEffect* const> effects,
                   const std::vector<bool>& counts, std::vector<double>& spreads) const;
  void set_item(const std::vector<language::Cell>& item_loads);
  State start_of(const Phase& phase) const;
  State with_row(const Phase& phase, const State& state, const std::vector<Bound>& signature) const;
  std::vector<Bound> signature_of(const Phase& phase, std::vector<Bound>& values,
                                  const std::vector<Bound>& loads);
  Bound compute(const contract::ScoreInst& inst, const std::vector<Bound>& values,
                const std::vector<Bound>& loads);

  const exec::PreparedFormula& prepared_;
  const contract::ScoreProgram& program_;
  std::vector<Phase> phases_;
  std::vector<Bound> constants_;
  exec::ThreadTextTests tests_;
  language::StringPool strings_;
  std::vector<Bound> item_loads_;
};

/// What the interpreter makes of given rows of one item.
class ItemScore {
 public:
  explicit ItemScore(const exec::PreparedFormula& prepared);
  /// `rows` has the loads of each row, in review order. Strings of outputs are those of loads, or
  /// stay as long as this. Lists are null.
  std::vector<language::Cell> outputs(const std::vector<language::Cell>& item_loads,
                                      std::span<const std::vector<language::Cell>* const> rows);

 private:
  const exec::PreparedFormula& prepared_;
  std::vector<language::Cell> constants_;
  std::unique_ptr<exec::ScoreKernels> kernels_;
  exec::ThreadTextTests tests_;
  language::StringPool strings_;
};

}  // namespace seedc::bounds
