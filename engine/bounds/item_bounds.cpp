// Evaluates score programs on bounds, phase by phase.
#include "engine/bounds/item_bounds.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <unordered_map>

#include "engine/bounds/rules.h"
#include "runtime/exec/formula.h"
#include "runtime/language/aggregates.h"

namespace seedc::bounds {
namespace {

using language::Cell;
using language::Operation;

/// Where later rows depend on it, so many ends of a phase are followed.
constexpr std::size_t kMostContexts = 8;
/// States are merged while a row is added, too, beyond so many.
constexpr std::size_t kMostNext = 20'000;
/// Programs of several passes are evaluated for each combination of so few choices.
constexpr std::size_t kMostChoiceSets = 256;

bool may_be(const Bound& condition, bool value) { return condition.contains(Cell::of(value)); }

/// What stays apart when states are merged: the sign of a number, the cause of a null.
char class_of(const Bound& bound) {
  if (const Cell* only = bound.only(); only != nullptr && only->is_null())
    return static_cast<char>('a' + (only->null & 0xF));
  const auto numbers = bound.as_numbers();
  if (!numbers) return '?';
  if (numbers->low == 0 && numbers->high == 0) return '0';
  return numbers->low > 0 ? '+' : numbers->high < 0 ? '-' : '*';
}

/// How far apart the results of an aggregate may be with one more row: 0 if the row adds the same
/// in any case.
double width_of(Operation aggregate, const Bound& condition, const Bound& value) {
  if (!may_be(condition, true)) return 0;
  const bool may_be_nothing = may_be(condition, false);
  if (aggregate == Operation::Count) return may_be_nothing ? 1 : 0;
  if (!may_be_nothing && value.only() != nullptr) return 0;
  constexpr double kLeast = 1e-9, kMost = 1e15;
  const auto numbers = value.as_numbers();
  if (!numbers) return 1;
  auto [low, high] = *numbers;
  const bool is_from_zero = may_be_nothing && aggregate == Operation::Sum;
  if (is_from_zero) low = std::min(low, 0.0);
  if (is_from_zero) high = std::max(high, 0.0);
  const double more = may_be_nothing && !is_from_zero ? 1 : kLeast;
  return std::min(more + high - low, kMost);
}

std::size_t options_of(const RowChoices& row) {
  return row.choices.size() + (row.cost_of_absence ? 1 : 0);
}

/// In how many ways the rows can be chosen, as far as kMostChoiceSets + 1.
std::size_t combinations_of(std::span<const RowChoices> rows) {
  std::size_t combinations = 1;
  for (const RowChoices& row : rows)
    combinations = std::min(combinations * options_of(row), kMostChoiceSets + 1);
  return combinations;
}

/// The rows, if they can be chosen in at most kMostChoiceSets ways; empty if not.
std::vector<RowChoices> few_choices(const ChoiceRows& rows) {
  std::vector<RowChoices> few;
  RowChoices space;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    few.push_back(rows.at(row, space));
    if (combinations_of(few) > kMostChoiceSets) return {};
  }
  return few;
}

}  // namespace

ItemBounds::ItemBounds(const exec::PreparedFormula& prepared)
    : prepared_(prepared), program_(prepared.formula().program), tests_(prepared.text_tests()) {
  for (const Cell& constant : exec::constants_of(program_))
    constants_.push_back(Bound::of(constant));
  std::uint32_t number = 0;
  for (const contract::ScorePhase& phase : program_.phases) {
    Phase& sorted = phases_.emplace_back();
    for (; number < phase.row_end; ++number) {
      const contract::ScoreInst& inst = program_.code[number];
      if (inst.op == Operation::Keep) continue;
      (language::is_aggregate(inst.op) ? sorted.aggregates
       : inst.is_per_row               ? sorted.rows
                                       : sorted.invariants)
          .push_back(number);
    }
    for (; number < phase.item_end; ++number) sorted.items.push_back(number);
  }
}

bool ItemBounds::has_several_passes() const {
  return std::ranges::count_if(phases_,
                               [](const Phase& phase) { return !phase.aggregates.empty(); }) > 1;
}

std::vector<Bound> ItemBounds::outputs(const std::vector<Cell>& item_loads, const ChoiceRows& rows,
                                       std::size_t states) {
  std::vector<Bound> all(program_.outputs.size());
  const auto add = [&](const ChoiceRows& some) {
    bool is_complete = true;
    for (const Reached& reached : search(item_loads, some, {.states = states}, is_complete)) {
      for (std::size_t k = 0; k < all.size(); ++k) all[k].add(reached.outputs[k]);
    }
  };
  const bool has_sets = has_several_passes() && states != 1;
  const std::vector<RowChoices> few = has_sets ? few_choices(rows) : std::vector<RowChoices>();
  if (few.empty()) {
    add(rows);
    return all;
  }
  const std::size_t combinations = combinations_of(few);
  std::vector<RowChoices> chosen(few.size());
  for (std::size_t number = 0; number < combinations; ++number) {
    std::size_t rest = number;
    for (std::size_t i = 0; i < few.size(); ++i) {
      const std::size_t choice = rest % options_of(few[i]);
      rest /= options_of(few[i]);
      const bool is_absent = choice == few[i].choices.size();
      chosen[i].choices.clear();
      chosen[i].cost_of_absence.reset();
      if (is_absent) chosen[i].cost_of_absence = 0;
      if (!is_absent) chosen[i].choices.push_back(few[i].choices[choice]);
    }
    add(chosen);
  }
  return all;
}

std::vector<Reached> ItemBounds::search(const std::vector<Cell>& item_loads, const ChoiceRows& rows,
                                        const SearchLimits& limits, bool& is_complete) {
  set_item(item_loads);
  Pass pass{.rows = &rows, .limits = limits};
  std::vector<Bound> values(program_.code.size());
  run_phase(0, values, {}, pass);
  is_complete = pass.is_complete;
  return std::move(pass.reached);
}

void ItemBounds::run_phase(std::size_t number, std::vector<Bound>& values, const State& before,
                           Pass& pass) {
  if (number == phases_.size()) {
    Reached reached{.outputs = {}, .cost = before.cost, .picks = {}};
    for (const std::uint32_t output : program_.outputs) reached.outputs.push_back(values[output]);
    for (std::uint32_t path = before.path; path != 0; path = pass.paths[path].before)
      reached.picks.push_back(pass.paths[path].pick);
    std::ranges::reverse(reached.picks);
    pass.reached.push_back(std::move(reached));
    return;
  }
  const Phase& phase = phases_[number];
  for (const std::uint32_t inst : phase.invariants)
    values[inst] = compute(program_.code[inst], values, item_loads_);
  std::vector<State> states = add_rows(phase, values, before, pass);
  for (const State& state : states) {
    for (std::size_t i = 0; i < phase.aggregates.size(); ++i)
      values[phase.aggregates[i]] = state.aggregates[i];
    for (const std::uint32_t inst : phase.items)
      values[inst] = compute(program_.code[inst], values, item_loads_);
    run_phase(number + 1, values, {.aggregates = {}, .cost = state.cost, .path = state.path}, pass);
  }
}

std::vector<ItemBounds::State> ItemBounds::add_rows(const Phase& phase, std::vector<Bound>& values,
                                                    const State& before, Pass& pass) {
  std::vector<State> states = {start_of(phase)};
  states[0].cost = before.cost;
  states[0].path = before.path;
  if (phase.aggregates.empty()) return states;
  // What rows cost is counted in the first pass alone: the others see the same rows.
  const bool is_first = &phase == &*std::ranges::find_if(phases_, [](const Phase& other) {
    return !other.aggregates.empty();
  });
  RowChoices space;
  for (std::uint32_t row = 0; row < pass.rows->size(); ++row) {
    const RowChoices& choices = pass.rows->at(row, space);
    std::vector<std::vector<Bound>> signatures;
    std::vector<std::uint32_t> costs;
    for (const RowChoice& choice : choices.choices) {
      pass.limits.call.check();
      signatures.push_back(signature_of(phase, values, choice.loads));
      costs.push_back(is_first ? choice.cost : 0);
    }
    add_choices(phase, states, signatures, costs, choices, row, pass);
    limit(states, pass);
  }
  const bool is_last =
      &phase == &*std::find_if(phases_.rbegin(), phases_.rend(),
                               [](const Phase& p) { return !p.aggregates.empty(); });
  if (!is_last && states.size() > kMostContexts) {
    Pass few{.rows = nullptr, .limits = {.states = kMostContexts, .call = {}}};
    limit(states, few);
    pass.is_complete = false;
  }
  return states;
}

std::vector<Bound> ItemBounds::signature_of(const Phase& phase, std::vector<Bound>& values,
                                            const std::vector<Bound>& loads) {
  for (const std::uint32_t inst : phase.rows)
    values[inst] = compute(program_.code[inst], values, loads);
  std::vector<Bound> signature;
  for (const std::uint32_t number : phase.aggregates) {
    const contract::ScoreInst& inst = program_.code[number];
    signature.push_back(inst.a == contract::kNoOperand ? Bound::of(Cell::of(true))
                                                       : values[inst.a]);
    const bool counts = signature.back().contains(Cell::of(true));
    signature.push_back(inst.b == contract::kNoOperand || !counts ? Bound() : values[inst.b]);
  }
  return signature;
}

ItemBounds::State ItemBounds::with_row(const Phase& phase, const State& state,
                                       const std::vector<Bound>& signature) const {
  State added{.aggregates = {}, .cost = state.cost, .path = state.path};
  for (std::size_t i = 0; i < phase.aggregates.size(); ++i) {
    const Bound& condition = signature[2 * i];
    Bound bound;
    if (may_be(condition, false)) bound = state.aggregates[i];
    if (may_be(condition, true)) {
      bound.add(add_row(program_.code[phase.aggregates[i]].op, state.aggregates[i],
                        signature[2 * i + 1]));
    }
    added.aggregates.push_back(std::move(bound));
  }
  return added;
}

void ItemBounds::add_choices(const Phase& phase, std::vector<State>& states,
                             const std::vector<std::vector<Bound>>& signatures,
                             const std::vector<std::uint32_t>& costs, const RowChoices& choices,
                             std::uint32_t row, Pass& pass) {
  // Of choices that come to the same, the first one of the least cost.
  std::vector<std::size_t> distinct;
  for (std::size_t choice = 0; choice < signatures.size(); ++choice) {
    const auto same = std::ranges::find_if(
        distinct, [&](std::size_t other) { return signatures[other] == signatures[choice]; });
    if (same == distinct.end()) {
      distinct.push_back(choice);
    } else if (costs[choice] < costs[*same]) {
      *same = choice;
    }
  }
  std::vector<State> next;
  std::unordered_multimap<std::size_t, std::size_t> known;
  const auto add = [&](State state, std::uint32_t cost, std::uint32_t choice) {
    if (cost > pass.limits.cost - std::min(pass.limits.cost, state.cost)) return;
    state.cost += cost;
    std::size_t hash = state.cost;
    for (const Bound& bound : state.aggregates) hash = hash * 31 + bound.hash();
    const auto [begin, end] = known.equal_range(hash);
    const bool is_known = std::any_of(begin, end, [&](const auto& entry) {
      const State& other = next[entry.second];
      return other.cost == state.cost && other.aggregates == state.aggregates;
    });
    if (is_known) return;
    if (cost > 0) {
      pass.paths.push_back({state.path, {row, choice}});
      state.path = static_cast<std::uint32_t>(pass.paths.size() - 1);
    }
    known.emplace(hash, next.size());
    next.push_back(std::move(state));
  };
  for (State& state : states) {
    pass.limits.call.check();
    if (next.size() > std::max(kMostNext, pass.limits.states)) {
      limit(next, pass);
      known.clear();
    }
    for (const std::size_t choice : distinct)
      add(with_row(phase, state, signatures[choice]), costs[choice],
          static_cast<std::uint32_t>(choice));
    if (choices.cost_of_absence) add(std::move(state), *choices.cost_of_absence, RowPick::kAbsent);
  }
  states = std::move(next);
}

void ItemBounds::limit(std::vector<State>& states, Pass& pass) const {
  const auto merge = [&](bool by_class) {
    std::vector<State> merged;
    std::unordered_map<std::string, std::size_t> places;
    for (State& state : states) {
      std::string key = std::to_string(state.cost);
      if (by_class) {
        for (const Bound& bound : state.aggregates) key += class_of(bound);
      }
      const auto [place, is_new] = places.try_emplace(key, merged.size());
      if (is_new) {
        merged.push_back(std::move(state));
        continue;
      }
      State& into = merged[place->second];
      for (std::size_t i = 0; i < state.aggregates.size(); ++i)
        into.aggregates[i].add(state.aggregates[i]);
    }
    states = std::move(merged);
  };
  if (states.size() <= pass.limits.states) return;
  pass.is_complete = false;
  merge(true);
  if (states.size() > pass.limits.states) merge(false);
}

std::vector<bool> ItemBounds::inputs_of(std::span<const std::size_t> outputs) const {
  std::vector<bool> is_input(program_.code.size());
  for (const std::size_t output : outputs) is_input[program_.outputs[output]] = true;
  for (std::size_t number = program_.code.size(); number-- > 0;) {
    if (!is_input[number]) continue;
    for (const std::uint32_t operand : contract::operands_of(program_.code[number])) {
      if (operand != contract::kNoOperand) is_input[operand] = true;
    }
  }
  return is_input;
}

RowEffect ItemBounds::effect_in(const Phase& phase, std::vector<Bound>& values,
                                const RowChoices& row) {
  RowEffect effect(2 * phase.aggregates.size());
  for (const RowChoice& choice : row.choices) {
    const std::vector<Bound> signature = signature_of(phase, values, choice.loads);
    for (std::size_t i = 0; i < effect.size(); ++i) effect[i].add(signature[i]);
  }
  for (std::size_t i = 0; row.cost_of_absence && i < effect.size(); i += 2)
    effect[i].add(Cell::of(false));
  return effect;
}

RowEffect ItemBounds::effect_of(const std::vector<Cell>& item_loads, const RowChoices& row) {
  set_item(item_loads);
  std::vector<Bound> values(program_.code.size());
  for (const Phase& phase : phases_) {
    for (const std::uint32_t inst : phase.invariants)
      values[inst] = compute(program_.code[inst], values, item_loads_);
    if (!phase.aggregates.empty()) return effect_in(phase, values, row);
    for (const std::uint32_t inst : phase.items)
      values[inst] = compute(program_.code[inst], values, item_loads_);
  }
  return {};
}

Merged ItemBounds::merged(const std::vector<Cell>& item_loads, const ChoiceRows& rows,
                          std::span<const std::size_t> outputs) {
  std::vector<RowEffect> effects(rows.size());
  RowChoices space;
  return merged(item_loads, rows.size(), outputs,
                [&](const Phase& phase, std::vector<Bound>& values, std::size_t row) {
                  effects[row] = effect_in(phase, values, rows.at(row, space));
                  return &effects[row];
                });
}

Merged ItemBounds::merged(const std::vector<Cell>& item_loads,
                          std::span<const RowEffect* const> rows,
                          std::span<const std::size_t> outputs) {
  return merged(item_loads, rows.size(), outputs,
                [&](const Phase&, std::vector<Bound>&, std::size_t row) { return rows[row]; });
}

Merged ItemBounds::merged(const std::vector<Cell>& item_loads, std::size_t rows,
                          std::span<const std::size_t> outputs, const EffectInPhase& effect_at) {
  set_item(item_loads);
  const std::vector<bool> counts = inputs_of(outputs);
  Merged merged{.outputs = {}, .spreads = std::vector<double>(rows)};
  std::vector<Bound> values(program_.code.size());
  for (const Phase& phase : phases_) {
    for (const std::uint32_t inst : phase.invariants)
      values[inst] = compute(program_.code[inst], values, item_loads_);
    if (!phase.aggregates.empty()) {
      std::vector<const RowEffect*> effects;
      for (std::size_t row = 0; row < rows; ++row) effects.push_back(effect_at(phase, values, row));
      State state = start_of(phase);
      for (const RowEffect* effect : effects) state = with_row(phase, state, *effect);
      for (std::size_t i = 0; i < phase.aggregates.size(); ++i)
        values[phase.aggregates[i]] = std::move(state.aggregates[i]);
      add_spreads(phase, effects, counts, merged.spreads);
    }
    for (const std::uint32_t inst : phase.items)
      values[inst] = compute(program_.code[inst], values, item_loads_);
  }
  for (const std::uint32_t output : program_.outputs) merged.outputs.push_back(values[output]);
  return merged;
}

void ItemBounds::add_spreads(const Phase& phase, std::span<const RowEffect* const> effects,
                             const std::vector<bool>& counts, std::vector<double>& spreads) const {
  std::vector<double> widths(effects.size());
  for (std::size_t i = 0; i < phase.aggregates.size(); ++i) {
    if (!counts[phase.aggregates[i]]) continue;
    const Operation op = program_.code[phase.aggregates[i]].op;
    for (std::size_t row = 0; row < effects.size(); ++row)
      widths[row] = width_of(op, (*effects[row])[2 * i], (*effects[row])[2 * i + 1]);
    const double total = std::accumulate(widths.begin(), widths.end(), 0.0);
    if (total == 0) continue;
    for (std::size_t row = 0; row < effects.size(); ++row) spreads[row] += widths[row] / total;
  }
}

void ItemBounds::set_item(const std::vector<Cell>& item_loads) {
  item_loads_.clear();
  for (const Cell& cell : item_loads) item_loads_.push_back(Bound::of(cell));
}

ItemBounds::State ItemBounds::start_of(const Phase& phase) const {
  State state;
  for (const std::uint32_t number : phase.aggregates) {
    const contract::ScoreInst& inst = program_.code[number];
    state.aggregates.push_back(Bound::of(language::score::start(inst.op, inst.kind)));
  }
  return state;
}

Bound ItemBounds::compute(const contract::ScoreInst& inst, const std::vector<Bound>& values,
                          const std::vector<Bound>& loads) {
  switch (inst.op) {
    case Operation::Constant:
      return constants_[inst.a];
    case Operation::Load:
      return loads[inst.a];
    case Operation::Lookup:
      return look_up(*prepared_.tables()[inst.b], values[inst.a]);
    case Operation::TextTest:
      return test_text(*tests_.testers()[inst.b], values[inst.a]);
    case Operation::Step:
      return with_nulls(values[inst.a],
                        [&](const Cell& cell) { return language::score::of_step(cell, inst.b); });
    case Operation::Inner:
      return with_nulls(values[inst.a], [&](const Cell& cell) {
        return language::score::of_inner(cell, inst.b, inst.c);
      });
#define SEEDC_FOLD(id, ...) case Operation::id:
#include "runtime/language/operations.def"
      return add_group(inst.op, values[inst.a], values[inst.b], values[inst.c]);
#define SEEDC_OPERATION(id, ...) case Operation::id:
#include "runtime/language/operations.def"
      break;
#define SEEDC_AGGREGATE(id, ...) case Operation::id:
#include "runtime/language/operations.def"
      return {};
  }
  std::array<const Bound*, 3> operands{};
  std::size_t count = 0;
  for (const std::uint32_t operand : contract::operands_of(inst)) {
    if (operand != contract::kNoOperand) operands[count++] = &values[operand];
  }
  return apply(inst.op, std::span(operands).first(count), strings_);
}

ItemScore::ItemScore(const exec::PreparedFormula& prepared)
    : prepared_(prepared),
      constants_(exec::constants_of(prepared.formula().program)),
      kernels_(exec::make_score_interpreter(prepared.formula().program)),
      tests_(prepared.text_tests()) {}

std::vector<Cell> ItemScore::outputs(const std::vector<Cell>& item_loads,
                                     std::span<const std::vector<Cell>* const> rows) {
  const contract::ScoreProgram& program = prepared_.formula().program;
  const auto row_count = static_cast<std::uint32_t>(rows.size());
  std::vector<std::uint32_t> codes(rows.size());
  for (std::uint32_t row = 0; row < row_count; ++row) codes[row] = row;
  constexpr std::uint32_t kFirst = 0;
  std::vector<std::vector<Cell>> columns(program.loads.size());
  std::vector<contract::ScoreLoad> loads;
  for (std::size_t number = 0; number < program.loads.size(); ++number) {
    const bool is_of_item = program.loads[number].source == contract::LoadSpec::Source::Item;
    if (!is_of_item) {
      for (const std::vector<Cell>* row : rows) columns[number].push_back((*row)[number]);
    }
    loads.push_back(is_of_item ? contract::ScoreLoad{&kFirst, &item_loads[number]}
                               : contract::ScoreLoad{codes.data(), columns[number].data()});
  }
  const std::array<std::uint32_t, 2> row_begins = {0, row_count};
  std::vector<std::vector<Cell>> kept(program.kept_count, std::vector<Cell>(rows.size()));
  std::vector<Cell*> kept_cells;
  for (std::vector<Cell>& column : kept) kept_cells.push_back(column.data());
  const contract::ScoreInput input{.loads = loads.data(),
                                   .constants = constants_.data(),
                                   .tables = prepared_.tables().data(),
                                   .row_begins = row_begins.data(),
                                   .strings = &strings_,
                                   .kept = kept_cells.data(),
                                   .first_kept_row = 0,
                                   .tests = tests_.testers()};
  std::vector<Cell> outputs(program.outputs.size());
  std::vector<Cell*> places;
  for (Cell& output : outputs) places.push_back(&output);
  std::vector<std::uint64_t> left_out(std::size_t{program.ledger_count} *
                                      language::kNullCauseCount);
  kernels_->run(input, 0, 1, places.data(), left_out.data());
  return outputs;
}

}  // namespace seedc::bounds
