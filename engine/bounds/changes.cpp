// Searches among single values that stand for all that the formula can tell apart, for one change,
// then two, then three, then any number; and proves by bounds that fewer would not do.
#include "engine/bounds/changes.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include "engine/bounds/item_bounds.h"
#include "runtime/exec/load_reader.h"
#include "runtime/language/score_ops.h"

namespace seedc::bounds {
namespace {

using Clock = base::Call::Clock;
using language::Cell;
using language::Value;

constexpr std::uint32_t kMostFieldsAtOnce = 3;
constexpr std::size_t kMostAlternatives = 512;  ///< of a row
constexpr std::size_t kMostTriedValues = 24;    ///< of a field without declared ones
constexpr std::size_t kSearchStates = 3000;
constexpr std::size_t kProofStates = 500;
constexpr std::size_t kMostScored = 20'000;
constexpr std::size_t kMostScoredRows = 1'000'000;  ///< of single changes

/// A value that a field may get, as the loads read it.
struct Candidate {
  const Value* value = nullptr;
  std::uint32_t number = 0;  ///< its class
  std::vector<Cell> loads;
};

/// A row in another way.
struct Alternative {
  std::vector<Cell> loads;
  RowChange change;
  std::uint32_t cost = 0;
};

/// A row as it is, if it is one, and in other ways.
struct Options {
  const ItemRow* row = nullptr;
  bool is_row = false;
  bool has_fields = false;
  std::vector<Alternative> others;  ///< besides being left out
};

class Search {
 public:
  Search(const FormulaRows& formula, const ItemRows& rows, std::size_t output, const Goal& goal,
         const base::Call& call, Clock::time_point end)
      : formula_(formula),
        rows_(rows),
        output_(output),
        goal_(goal),
        call_(call),
        end_(end),
        bounds_(formula.prepared()),
        score_(formula.prepared()) {
    for (std::size_t field = 0; field < formula.cases().fields().size(); ++field)
      candidates_.push_back(candidates_of(field));
  }

  void run(Changes& changes) {
    look(1, 1, changes);
    bool may_be = true;
    if (changes.sets.empty()) within_share([&] { may_be = may_be_reached(UINT32_MAX); });
    if (!may_be) {
      changes.outcome = Changes::Outcome::Impossible;
      changes.possible = possible();
      return;
    }
    for (std::uint32_t cost = 2; cost <= kMostFieldsAtOnce && changes.sets.empty(); ++cost)
      within_share([&] { look(cost, cost, changes); });
    if (changes.sets.empty() && !bounds_.has_several_passes())
      within_share([&] { look(UINT32_MAX, 1, changes); });
    if (changes.sets.empty()) look_at_many(changes);
    if (!changes.sets.empty()) {
      changes.is_smallest = changes.size == 1 || !may_be_reached(changes.size - 1);
    } else {
      changes.limit = bounds_.has_several_passes() ? Changes::Limit::DependentRows
                                                   : Changes::Limit::LooseBounds;
    }
  }

  void run_single(Changes& changes) {
    std::vector<Options> options;
    std::size_t ways = 0;
    for (const ItemRow& row : rows_.rows) {
      options.push_back(options_of(row, 1));
      ways += options.back().others.size() + (options.back().is_row ? 1 : 0);
    }
    if (rows_.rows.empty()) changes.outcome = Changes::Outcome::Impossible;
    changes.limit = Changes::Limit::ManyChanges;
    if (ways > kMostScored || ways * rows_.rows.size() > kMostScoredRows) return;
    changes.limit = Changes::Limit::OneChange;
    std::vector<std::vector<RowPick>> found;
    try_all(options, 1, found);
    keep(options, found, changes);
    changes.is_smallest = !changes.sets.empty();
  }

 private:
  /// Runs a part of the search, which may take a sixth of the time that is left at most.
  void within_share(const std::function<void()>& part) {
    const base::Call whole = call_;
    call_ = base::Call({.stop = nullptr,
                        .deadline = Clock::now() + (end_ - Clock::now()) / 6,
                        .is_cancelled =
                            [&whole] {
                              whole.check();
                              return false;
                            },
                        .memory = nullptr});
    try {
      part();
    } catch (const base::Stopped&) {
      whole.check();  // Its own limits are not those of a part.
    }
    call_ = whole;
  }

  const contract::Formula& formula() const { return formula_.prepared().formula(); }

  Candidate candidate(std::size_t field, const Value& value) const {
    Candidate candidate{&value, formula_.cases().class_of(field, value), {}};
    for (const std::uint32_t load : formula_.cases().fields()[field].loads)
      candidate.loads.push_back(exec::LoadReader(formula_.prepared(), load).read(value));
    return candidate;
  }

  std::vector<Candidate> candidates_of(std::size_t field) {
    std::vector<Candidate> candidates;
    const std::vector<FieldClass>& classes = formula_.cases().fields()[field].classes;
    for (std::uint32_t number = 0; number < classes.size(); ++number) {
      if (classes[number].value != nullptr) {
        candidates.push_back(candidate(field, *classes[number].value));
        continue;
      }
      for (Value& value : values_of(formula_.cases().fields()[field])) {
        if (formula_.cases().class_of(field, value) == number)
          candidates.push_back(candidate(field, tried_.emplace_back(std::move(value))));
      }
    }
    return candidates;
  }

  /// The declared values, or those that are worth a try; and that it is missing.
  std::vector<Value> values_of(const FieldClasses& classes) const {
    const contract::Field& field = classes.of_rows;
    std::vector<Value> values;
    if (field.type == contract::FieldType::Bool) {
      values = {Value(true), Value(false)};
    } else if (field.values.empty()) {
      values = tried_values(field);
    } else {
      for (const std::string& value : field.values) values.emplace_back(value);
    }
    if (classes.may_be_missing) values.emplace_back();
    return values;
  }

  /// Of a field without declared values: those that the program compares with, and next to them.
  std::vector<Value> tried_values(const contract::Field& field) const {
    std::vector<Value> values;
    const auto add = [&](const Value& value) {
      const bool is_number = language::number_of(value).has_value();
      const bool fits = field.type == contract::FieldType::Int ? value.as<std::int64_t>() != nullptr
                        : field.type == contract::FieldType::Float
                            ? value.as<double>() != nullptr && std::isfinite(*value.as<double>())
                            : value.as<std::string>() != nullptr;
      if (!fits || (is_number && !contract::is_within(field, value))) return;
      if (values.size() < kMostTriedValues && std::ranges::find(values, value) == values.end())
        values.push_back(value);
    };
    for_each_literal([&](const Value& value) {
      add(value);
      const auto number = language::number_of(value);
      if (!number) return;
      for (const double step : {0.0, -1.0, 1.0}) {
        add(Value(*number + step));
        if (std::abs(*number) < 0x1p53) add(Value(static_cast<std::int64_t>(*number + step)));
      }
    });
    return values;
  }

  template <class Visit>
  void for_each_literal(const Visit& visit) const {
    const contract::ScoreProgram& program = formula().program;
    for (const FieldClasses& field : formula_.cases().fields()) {
      visit(field.of_rows.minimum);
      visit(field.of_rows.maximum);
    }
    const auto visit_operand = [&](const Value& operand) {
      if (const auto* list = operand.as<language::List>()) {
        for (const Value& value : *list) visit(value);
      } else {
        visit(operand);
      }
    };
    for (const contract::LoadSpec& load : program.loads) visit_operand(load.test.operand);
    if (const auto& kept = formula().rows.kept) {
      for (const contract::LoadSpec& load : kept->tests) visit_operand(load.test.operand);
    }
    for (const contract::ValueTest& test : program.tests) visit_operand(test.operand);
    for (const Value& constant : program.constants) visit(constant);
    for (const contract::LookupTable& table : program.tables) {
      for (const auto& [key, value] : table.entries) visit(Value(key));
    }
  }

  Value value_of(const ItemRow& row, std::size_t field) const {
    return row.values.empty() ? Value() : *row.values[field];
  }

  /// The row with candidates in some fields; std::nullopt if it does not count then.
  std::optional<Alternative> alternative(const ItemRow& row,
                                         const std::vector<const Candidate*>& chosen) const {
    std::vector<Value> values;
    Alternative other{.loads = row.loads, .change = {.review = row.review, .fields = {}}};
    for (std::size_t field = 0; field < chosen.size(); ++field) {
      const Candidate* to = chosen[field];
      values.push_back(to != nullptr ? *to->value : value_of(row, field));
      if (to == nullptr) continue;
      const FieldClasses& of_field = formula_.cases().fields()[field];
      for (std::size_t i = 0; i < of_field.loads.size(); ++i)
        other.loads[of_field.loads[i]] = to->loads[i];
      other.change.fields.push_back({of_field.field, value_of(row, field), *to->value});
    }
    if (!formula_.is_kept(rows_, row, values)) return std::nullopt;
    return other;
  }

  /// Calls `visit` with each choice of candidates for at most `most` fields; a null pointer leaves
  /// a field as it is, which an added row cannot.
  void for_each_choice(const ItemRow& row, bool is_added, std::uint32_t most,
                       const std::function<void(const std::vector<const Candidate*>&)>& visit) {
    std::vector<const Candidate*> chosen(candidates_.size());
    const std::function<void(std::size_t, std::uint32_t)> choose = [&](std::size_t field,
                                                                       std::uint32_t left) {
      if (field == candidates_.size()) return visit(chosen);
      chosen[field] = nullptr;
      if (!is_added) choose(field + 1, left);
      if (!is_added && left == 0) return;
      const Value now = value_of(row, field);
      const std::uint32_t own = formula_.cases().class_of(field, now);
      for (const Candidate& candidate : candidates_[field]) {
        const bool is_range = formula_.cases().fields()[field].classes[own].value == nullptr;
        const bool is_same = candidate.number == own && (!is_range || *candidate.value == now);
        if (!is_added && is_same) continue;
        chosen[field] = &candidate;
        choose(field + 1, left - (is_added ? 0 : 1));
      }
      chosen[field] = nullptr;
    };
    choose(0, most);
  }

  Options options_of(const ItemRow& row, std::uint32_t most_fields) {
    call_.check();
    Options options{.row = &row,
                    .is_row = row.state == ItemRow::State::Row,
                    .has_fields = row.state != ItemRow::State::Open,
                    .others = {}};
    if (row.state == ItemRow::State::LeftOut) return options;
    for_each_choice(row, !options.has_fields, most_fields, [&](const auto& chosen) {
      const auto is_chosen = [](const Candidate* candidate) { return candidate != nullptr; };
      const auto count = static_cast<std::uint32_t>(std::ranges::count_if(chosen, is_chosen));
      if ((options.has_fields && count == 0) || options.others.size() == kMostAlternatives) return;
      auto other = alternative(row, chosen);
      if (!other) return;
      other->cost = options.has_fields ? count : 1;
      other->change.kind = options.has_fields ? RowChange::Kind::Fields : RowChange::Kind::Added;
      options.others.push_back(std::move(*other));
    });
    return options;
  }

  /// Looks for sets of changes of at most that cost.
  void look(std::uint32_t cost, std::uint32_t most_fields, Changes& changes) {
    call_.check();
    std::vector<Options> options;
    for (const ItemRow& row : rows_.rows) options.push_back(options_of(row, most_fields));
    std::vector<std::vector<RowPick>> found;
    if (bounds_.has_several_passes()) {
      try_all(options, cost, found);
    } else {
      search(options, cost, found);
    }
    keep(options, found, changes);
  }

  /// Looks for changes of many rows that are alike: the same values of the same fields, or that
  /// they are left out.
  void look_at_many(Changes& changes) {
    std::vector<Options> options;
    for (const ItemRow& row : rows_.rows) options.push_back(options_of(row, kMostFieldsAtOnce));
    std::vector<std::vector<RowPick>> alike = alike_changes(options);
    std::erase_if(alike, [&](const auto& picks) {
      call_.check();
      return !is_met(options, picks);
    });
    if (alike.size() > kMostFound) alike.resize(kMostFound);
    keep(options, alike, changes);
  }

  static std::vector<std::vector<RowPick>> alike_changes(const std::vector<Options>& options) {
    std::map<std::string, std::vector<RowPick>> alike;
    for (std::uint32_t row = 0; row < options.size(); ++row) {
      if (options[row].is_row) alike[""].push_back({row, RowPick::kAbsent});
      for (std::uint32_t choice = 0; choice < options[row].others.size(); ++choice) {
        std::string key;
        for (const FieldChange& field : options[row].others[choice].change.fields)
          key += std::to_string(field.field) + "=" + language::to_json(field.to) + "\n";
        std::vector<RowPick>& picks = alike[key];
        if (picks.empty() || picks.back().row != row) picks.push_back({row, choice});
      }
    }
    std::vector<std::vector<RowPick>> sets;
    for (auto& [key, picks] : alike) sets.push_back(std::move(picks));
    return sets;
  }

  /// Keeps the smallest of the sets, without what is not needed of them.
  void keep(const std::vector<Options>& options, std::vector<std::vector<RowPick>>& found,
            Changes& changes) {
    for (std::vector<RowPick>& picks : found) reduce(options, picks);
    std::ranges::stable_sort(found, {}, [&](const auto& picks) { return cost_of(options, picks); });
    std::vector<std::vector<RowPick>> kept;
    for (const std::vector<RowPick>& picks : found) {
      if (std::ranges::find(kept, picks) != kept.end()) continue;
      kept.push_back(picks);
      if (changes.sets.empty()) changes.size = cost_of(options, picks);
      changes.outcome = Changes::Outcome::Found;
      if (cost_of(options, picks) > changes.size || changes.sets.size() == Changes::kMostSets)
        break;
      changes.sets.push_back(changes_of(options, picks));
    }
  }

  void search(const std::vector<Options>& options, std::uint32_t cost,
              std::vector<std::vector<RowPick>>& found) {
    std::vector<RowChoices> choices;
    for (const Options& row : options) {
      RowChoices& of_row = choices.emplace_back();
      for (const Alternative& other : row.others) {
        RowChoice& choice = of_row.choices.emplace_back();
        for (const Cell& cell : other.loads) choice.loads.push_back(Bound::of(cell));
        choice.cost = other.cost;
      }
      if (row.is_row) of_row.choices.push_back(as_it_is(*row.row));
      of_row.cost_of_absence = row.is_row ? 1 : 0;
    }
    bool is_complete = true;
    std::vector<Reached> ends =
        bounds_.search(rows_.item_loads, choices,
                       {.states = kSearchStates, .cost = cost, .call = call_}, is_complete);
    std::ranges::stable_sort(ends, {}, &Reached::cost);
    for (const Reached& end : ends) {
      if (!goal_.may_be_met(end.outputs[output_]) || found.size() == kMostFound) continue;
      if (is_met(options, end.picks)) found.push_back(end.picks);
    }
  }
  static constexpr std::size_t kMostFound = 64;

  /// Every set of one change, then of two, as many as can be scored.
  void try_all(const std::vector<Options>& options, std::uint32_t cost,
               std::vector<std::vector<RowPick>>& found) {
    std::size_t scored = 0;
    std::vector<RowPick> picks;
    const std::function<void(std::uint32_t, std::uint32_t)> choose = [&](std::uint32_t row,
                                                                         std::uint32_t left) {
      for (; row < options.size(); ++row) {
        const auto count = static_cast<std::uint32_t>(options[row].others.size());
        for (std::uint32_t choice = 0; choice <= count; ++choice) {
          if (choice == count && !options[row].is_row) continue;
          picks.push_back({row, choice == count ? RowPick::kAbsent : choice});
          const std::uint32_t of_pick = cost_of(options, {picks.back()});
          if (of_pick <= left && scored < kMostScored && found.size() < kMostFound) {
            ++scored;
            call_.check();
            if (is_met(options, picks)) found.push_back(picks);
            if (of_pick < left) choose(row + 1, left - of_pick);
          }
          picks.pop_back();
        }
      }
    };
    choose(0, cost);
  }

  /// Leaves out changes that are not needed.
  void reduce(const std::vector<Options>& options, std::vector<RowPick>& picks) {
    for (std::size_t i = 0; i < picks.size();) {
      std::vector<RowPick> fewer = picks;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (fewer.empty() || !is_met(options, fewer)) {
        ++i;
      } else {
        picks = std::move(fewer);
      }
    }
  }

  static std::uint32_t cost_of(const std::vector<Options>& options,
                               const std::vector<RowPick>& picks) {
    std::uint32_t cost = 0;
    for (const RowPick& pick : picks)
      cost += pick.choice == RowPick::kAbsent ? 1 : options[pick.row].others[pick.choice].cost;
    return cost;
  }

  /// Whether the interpreter gives the goal for rows with these changes.
  bool is_met(const std::vector<Options>& options, const std::vector<RowPick>& picks) {
    std::vector<const std::vector<Cell>*> loads;
    for (std::uint32_t row = 0; row < options.size(); ++row) {
      const auto pick = std::ranges::find(picks, row, &RowPick::row);
      if (pick == picks.end()) {
        if (options[row].is_row) loads.push_back(&options[row].row->loads);
      } else if (pick->choice != RowPick::kAbsent) {
        loads.push_back(&options[row].others[pick->choice].loads);
      }
    }
    return goal_.is_met(score_.outputs(rows_.item_loads, loads)[output_]);
  }

  std::vector<RowChange> changes_of(const std::vector<Options>& options,
                                    const std::vector<RowPick>& picks) const {
    std::vector<RowChange> changes;
    for (const RowPick& pick : picks) {
      const Options& row = options[pick.row];
      changes.push_back(pick.choice == RowPick::kAbsent
                            ? RowChange{RowChange::Kind::LeftOut, row.row->review, {}}
                            : row.others[pick.choice].change);
    }
    return changes;
  }

  /// Whether changes of at most that cost may give the goal: false only if they surely do not.
  bool may_be_reached(std::uint32_t cost) {
    call_.check();
    std::vector<RowChoices> choices;
    for (const ItemRow& row : rows_.rows) choices.push_back(all_choices(row, cost));
    bool is_complete = true;
    const auto ends =
        bounds_.search(rows_.item_loads, choices,
                       {.states = kProofStates, .cost = cost, .call = call_}, is_complete);
    reachable_ = {};
    for (const Reached& end : ends) reachable_.add(end.outputs[output_]);
    return goal_.may_be_met(reachable_);
  }

  /// What the changes of the last proof may lead to.
  std::optional<Changes::Possible> possible() const {
    if (reachable_.has_all_texts()) return std::nullopt;
    Changes::Possible possible;
    for (const Cell& cell : reachable_.values()) {
      Value value = language::value_of(cell);
      if (std::ranges::find(possible.values, value) == possible.values.end())
        possible.values.push_back(std::move(value));
    }
    if (const auto& range = reachable_.integer_range())
      add_numbers(possible, static_cast<double>(range->low), static_cast<double>(range->high));
    if (const auto& range = reachable_.real_range()) add_numbers(possible, range->low, range->high);
    return possible;
  }

  static void add_numbers(Changes::Possible& possible, double low, double high) {
    if (!possible.numbers) possible.numbers = Range<double>{low, high};
    possible.numbers->low = std::min(possible.numbers->low, low);
    possible.numbers->high = std::max(possible.numbers->high, high);
  }

  /// All that a row may be with changes of at most that cost.
  RowChoices all_choices(const ItemRow& row, std::uint32_t most) const {
    if (row.state == ItemRow::State::LeftOut) return {.choices = {}, .cost_of_absence = 0};
    call_.check();
    const bool is_row = row.state == ItemRow::State::Row;
    RowChoices all{.choices = {}, .cost_of_absence = is_row ? 1 : 0};
    if (is_row) all.choices.push_back(as_it_is(row));
    for (const FieldCase& fields : formula_.cases().cases()) {
      const bool has_fields = row.state != ItemRow::State::Open;
      const std::uint32_t cost = has_fields ? least_cost(row, fields) : 1;
      if (cost == 0 || cost > most) continue;
      auto choice = formula_.with_fields(rows_, row, fields);
      if (!choice) continue;
      choice->cost = cost;
      all.choices.push_back(std::move(*choice));
    }
    return all;
  }

  /// How many fields have another value at least, in a case that is not the row as it is; 0 if it
  /// is.
  std::uint32_t least_cost(const ItemRow& row, const FieldCase& fields) const {
    std::uint32_t cost = 0;
    bool has_range = false;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      const FieldClass& of_case = formula_.cases().fields()[field].classes[fields[field]];
      cost += fields[field] != formula_.cases().class_of(field, value_of(row, field)) ? 1 : 0;
      has_range = has_range || of_case.value == nullptr;
    }
    return cost == 0 && has_range ? 1 : cost;
  }

  const FormulaRows& formula_;
  const ItemRows& rows_;
  std::size_t output_;
  const Goal& goal_;
  base::Call call_;
  Clock::time_point end_;
  ItemBounds bounds_;
  ItemScore score_;
  Bound reachable_;
  std::deque<Value> tried_;
  std::vector<std::vector<Candidate>> candidates_;  ///< by field
};

/// The number that is written so.
std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' ? std::nullopt : std::optional(number);
}

/// Whether a value is the one that is written so.
bool is_written(const Cell& cell, const std::string& text) {
  if (cell.is_null()) return text == "null";
  if (cell.kind == language::Kind::Str) return cell.string() == text;
  if (language::is_number(cell.kind)) return number_in(text) == language::score::real_of(cell);
  return language::to_json(language::value_of(cell)) == text;
}

}  // namespace

bool Goal::is_met(const Cell& output) const {
  return to ? is_written(output, *to)
            : !is_same(output, now) && (!output.is_null() || !now.is_null());
}

bool Goal::may_be_met(const Bound& output) const {
  if (std::ranges::any_of(output.values(), [&](const Cell& cell) { return is_met(cell); }))
    return true;
  if (!to) return output.integer_range() || output.real_range() || output.has_all_texts();
  const std::optional<double> number = number_in(*to);
  const auto has = [&](const auto& range) {
    return range && static_cast<double>(range->low) <= *number &&
           *number <= static_cast<double>(range->high);
  };
  return output.has_all_texts() ||
         (number && (has(output.integer_range()) || has(output.real_range())));
}

Changes smallest_changes(const FormulaRows& formula, const ItemRows& rows, std::size_t output,
                         const Goal& goal, std::chrono::duration<double> most_time,
                         const base::Call& call) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(most_time);
  const auto is_cancelled = [&] {
    call.check();
    return false;
  };
  const base::Call limited(
      {.stop = nullptr, .deadline = end, .is_cancelled = is_cancelled, .memory = nullptr});
  Changes changes;
  try {
    Search(formula, rows, output, goal, limited, end).run(changes);
  } catch (const base::Stopped&) {
    call.check();  // The caller's limits are not those of the search.
    if (changes.sets.empty()) changes.limit = Changes::Limit::Time;
  }
  return changes;
}

Changes single_changes(const FormulaRows& formula, const ItemRows& rows, std::size_t output,
                       const Goal& goal, const base::Call& call) {
  Changes changes;
  Search(formula, rows, output, goal, call, Clock::time_point::max()).run_single(changes);
  return changes;
}

}  // namespace seedc::bounds
