// What outputs may be before all rows are known: on random formulas up to six rows of an item are
// taken away, and every completion of them is scored by the interpreter. It must be within the
// bounds, and where the search merged nothing and every field has declared values, each bound must
// be reached. The same holds of rows that a model has not answered for yet, and outputs that are
// settled without them do not change, nor do the first items of an order that is settled.
//
// SEEDC_DIFF_BOUNDS_ROUNDS (60) is how many datasets there are, of 20 formulas each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <iostream>
#include <numeric>
#include <set>

#include "engine/bounds/item_bounds.h"
#include "engine/bounds/open_outputs.h"
#include "engine/report/cells.h"
#include "engine/report/places.h"
#include "runtime/exec/load_reader.h"
#include "test/differential/formula_bench.h"
#include "test/differential/formula_text.h"
#include "test/differential/harness.h"
#include "test/differential/plain/formula.h"
#include "test/differential/random_extractions.h"
#include "test/differential/random_formula.h"

namespace seedc::differential {
namespace {

using bounds::Bound;
using bounds::ItemRow;
using bounds::RowChoices;
using language::Cell;
using language::Value;
using plain::Json;

constexpr std::size_t kBoundedFormulasPerRound = 20;
constexpr std::size_t kMostOpenRows = 6;
constexpr std::size_t kMostCompletions = 3000;
constexpr std::size_t kMostFillings = 40;

std::uint64_t completions = 0;
std::uint64_t settled = 0;  ///< outputs of items with awaited rows
std::uint64_t settled_orders = 0, open_orders = 0;

/// A row as one completion has it; `is_row` is false if it is left out.
struct Filling {
  bool is_row = true;
  std::vector<Cell> loads;
};

/// The values that a field is tried with.
std::vector<Value> tried_values(const contract::Field& field) {
  std::vector<Value> values = {Value()};
  switch (field.type) {
    case contract::FieldType::Enum:
      for (const std::string& value : field.values) values.emplace_back(value);
      break;
    case contract::FieldType::Bool:
      values.emplace_back(true);
      values.emplace_back(false);
      break;
    case contract::FieldType::Int:
      for (const std::int64_t number : {std::int64_t{0}, std::int64_t{1}, std::int64_t{7},
                                        std::int64_t{2019}, INT64_MAX, INT64_MIN})
        values.emplace_back(number);
      break;
    case contract::FieldType::Float:
      for (const double number : {0.0, -0.0, 0.1, 2.5, 99.5, 1e308, -1e308, -3.0})
        values.emplace_back(number);
      break;
    case contract::FieldType::String:
      for (const char* text : {"", "Pizza", "2020-01-01", "none"}) values.emplace_back(text);
      break;
  }
  for (const Value* bound : {&field.minimum, &field.maximum}) {
    const auto number = language::number_of(*bound);
    if (number && field.type == contract::FieldType::Float) values.emplace_back(*number);
    if (number && field.type == contract::FieldType::Int && *number == std::trunc(*number))
      values.emplace_back(static_cast<std::int64_t>(*number));
  }
  std::erase_if(values, [&](const Value& value) {
    return language::number_of(value) && field.type != contract::FieldType::Bool &&
           !contract::is_within(field, value);
  });
  return values;
}

bool has_declared_values(const contract::Field& field) {
  return field.type == contract::FieldType::Enum || field.type == contract::FieldType::Bool;
}

/// What a row that is taken away may be.
enum class Taken : std::uint8_t {
  Open,     ///< any row, or none
  Awaited,  ///< whatever a model may answer
};

/// One formula at one item, with rows taken away.
class Trial {
 public:
  Trial(const bounds::FormulaRows& rows, const data::Dataset& dataset,
        const data::Extractions& extractions, std::uint32_t item, Random& random,
        Taken taken = Taken::Open)
      : rows_(rows),
        dataset_(dataset),
        extractions_(extractions),
        found_(rows.at(item)),
        random_(random),
        taken_(taken),
        score_(rows.prepared()) {
    for (const contract::Field& field : formula().rows.fields)
      values_.push_back(is_judgement(field) ? judgements_of(field) : tried_values(field));
    open_rows();
  }

  /// Both ways in which awaited rows are bounded hold, and outputs that are settled by them never
  /// change.
  void run_awaited(const std::string& text) {
    bounds::ItemBounds bounds(rows_.prepared());
    std::vector<RowChoices> choices;
    for (std::size_t i = 0; i < found_.rows.size(); ++i) choices.push_back(choices_of(i));
    std::vector<std::size_t> wanted(formula().outputs.size());
    std::iota(wanted.begin(), wanted.end(), 0);
    const std::vector<Bound> merged = bounds.merged(found_.item_loads, choices, wanted).outputs;
    if (!bounds.has_several_passes()) {
      std::vector<bounds::RowEffect> effects;
      for (const RowChoices& row : choices)
        effects.push_back(bounds.effect_of(found_.item_loads, row));
      std::vector<const bounds::RowEffect*> pointers;
      for (const bounds::RowEffect& effect : effects) pointers.push_back(&effect);
      EXPECT_TRUE(bounds.merged(found_.item_loads, pointers, wanted).outputs == merged) << text;
    }
    for (const Bound& output :
         bounds::outputs_of(bounds, formula(), found_.item_loads, choices, wanted))
      outputs_.push_back(bounds::kept_in(strings_, output));
    for (const Bound& output : outputs_) settled += output.only() != nullptr ? 1 : 0;
    std::vector<Bound> seen(merged.size());
    seen_.resize(merged.size());
    complete(text, outputs_, merged, seen);
  }
  /// What `run_awaited` has found of an output: what it may be, and all that it has been.
  const Bound& output(std::size_t number) const { return outputs_[number]; }
  const std::vector<Cell>& seen(std::size_t number) const { return seen_[number]; }

  /// The most completions that it would have; the item is not tried beyond.
  void run(const std::string& text, std::size_t states, bool is_exact) {
    bounds::ItemBounds bounds(rows_.prepared());
    std::vector<RowChoices> choices;
    for (std::size_t i = 0; i < found_.rows.size(); ++i) choices.push_back(choices_of(i));
    bool is_complete = true;
    std::vector<Bound> all(formula().outputs.size());
    for (const bounds::Reached& reached :
         bounds.search(found_.item_loads, choices, {.states = states}, is_complete)) {
      for (std::size_t k = 0; k < all.size(); ++k) all[k].add(reached.outputs[k]);
    }
    const std::vector<Bound> outputs = bounds.outputs(found_.item_loads, choices, states);
    std::vector<Bound> seen(all.size());
    const bool has_all = complete(text, outputs, all, seen);
    if (!has_all || !is_exact || !is_complete || bounds.has_several_passes()) return;
    for (std::size_t k = 0; k < all.size(); ++k) {
      seen[k].widen();
      all[k].widen();
      EXPECT_TRUE(seen[k] == all[k]) << text << "\noutput " << formula().outputs[k];
    }
  }

  /// With all states merged the ends of each bound of numbers are reached all the same; a range has
  /// no gaps, so that a verdict may be in a bound and out of reach.
  void run_tight(const std::string& text) {
    bounds::ItemBounds bounds(rows_.prepared());
    std::vector<RowChoices> choices;
    for (std::size_t i = 0; i < found_.rows.size(); ++i) choices.push_back(choices_of(i));
    const std::vector<Bound> outputs = bounds.outputs(found_.item_loads, choices, 1);
    std::vector<Bound> seen(outputs.size());
    ASSERT_TRUE(complete(text, outputs, outputs, seen));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const auto have = seen[k].as_numbers(), given = outputs[k].as_numbers();
      ASSERT_EQ(have.has_value(), given.has_value());
      if (have) {
        EXPECT_EQ(have->low, given->low) << text << formula().outputs[k];
        EXPECT_EQ(have->high, given->high) << text << formula().outputs[k];
      }
    }
  }

 private:
  const contract::Formula& formula() const { return rows_.prepared().formula(); }

  bool is_judgement(const contract::Field& field) const {
    return formula().rows.judge &&
           (field.name == contract::Judge::kQuality || field.name == contract::Judge::kConfidence);
  }

  /// A judged row that counts: semantics.md section 7.
  std::vector<Value> judgements_of(const contract::Field& field) const {
    const double least = field.name == contract::Judge::kQuality
                             ? std::max(formula().rows.judge->threshold, 0.0)
                             : 0.0;
    return {Value(least), Value(1.0), Value((least + 1.0) / 2)};
  }

  bool may_be_absent() const { return taken_ == Taken::Open || formula().rows.judge.has_value(); }

  void open_rows() {
    fillings_.resize(found_.rows.size());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < found_.rows.size(); ++i) order.push_back(i);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random_.between(0, i - 1)]);
    std::size_t product = 1;
    std::size_t opened = 0;
    for (const std::size_t row : order) {
      if (opened == kMostOpenRows) break;
      std::vector<Filling> all = fillings_of(found_.rows[row]);
      if (product * all.size() > kMostCompletions) continue;
      product *= all.size();
      fillings_[row] = std::move(all);
      ++opened;
    }
  }

  /// All ways to fill the row's fields, or some of them, and none.
  std::vector<Filling> fillings_of(const ItemRow& row) {
    std::vector<Filling> fillings;
    if (may_be_absent()) fillings.push_back({.is_row = false, .loads = {}});
    std::vector<std::vector<const Value*>> fields(1);
    for (const bounds::FieldClasses& of_field : rows_.cases().fields()) {
      const std::size_t field = of_field.field;
      are_declared_ = are_declared_ && has_declared_values(formula().rows.fields[field]);
      std::vector<std::vector<const Value*>> longer;
      for (const auto& so_far : fields) {
        for (const Value& value : values_[field]) {
          longer.push_back(so_far);
          longer.back().push_back(&value);
        }
      }
      while (longer.size() > kMostFillings) {
        longer.erase(longer.begin() +
                     static_cast<std::ptrdiff_t>(random_.between(0, longer.size() - 1)));
        are_all_ = false;
      }
      fields = std::move(longer);
    }
    for (const auto& values : fields) fillings.push_back(filled(row, values));
    return fillings;
  }

  Filling filled(const ItemRow& row, const std::vector<const Value*>& values) const {
    Filling filling{.is_row = is_kept(row, values), .loads = row.loads};
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const std::uint32_t load : rows_.cases().fields()[i].loads)
        filling.loads[load] = exec::LoadReader(rows_.prepared(), load).read(*values[i]);
    }
    return filling;
  }

  bool is_kept(const ItemRow& row, const std::vector<const Value*>& values) const {
    const auto& kept = formula().rows.kept;
    if (!kept) return true;
    std::vector<bool> parts;
    for (const auto& [kind, a, b] : kept->parts) {
      using Kind = contract::ReviewCondition::Part::Kind;
      parts.push_back(kind == Kind::Constant ? a != 0
                      : kind == Kind::Test   ? passes(kept->tests[a], row, values)
                      : kind == Kind::Not    ? !parts[a]
                      : kind == Kind::And    ? parts[a] && parts[b]
                                             : parts[a] || parts[b]);
    }
    return parts.back();
  }

  bool passes(const contract::LoadSpec& load, const ItemRow& row,
              const std::vector<const Value*>& values) const {
    const exec::PreparedTest test(load);
    exec::PreparedTest::Run run(test);
    Value year;
    if (load.source != contract::LoadSpec::Source::Field) {
      const data::Column& column = exec::column_of(load, dataset_, &extractions_);
      const bool is_of_item = load.source == contract::LoadSpec::Source::Item;
      return run.passes(exec::read_as(
          load, column.values[column.codes[is_of_item ? found_.item : row.review]], year));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const contract::Field& field = formula().rows.fields[rows_.cases().fields()[i].field];
      if (field.name == load.path.front()) return run.passes(exec::or_default(load, *values[i]));
    }
    return false;
  }

  RowChoices choices_of(std::size_t number) const {
    const ItemRow& row = found_.rows[number];
    if (!fillings_[number].empty())
      return taken_ == Taken::Open ? rows_.open_choices(found_, row)
                                   : rows_.awaited_choices(found_, row);
    if (row.state != ItemRow::State::Row) return {.choices = {}, .cost_of_absence = 0};
    return {.choices = {bounds::as_it_is(row)}, .cost_of_absence = std::nullopt};
  }

  bool is_list(std::size_t output) const {
    return std::ranges::any_of(formula().lists, [&](const contract::ListSpec& list) {
      return std::ranges::count(list.outputs, output) > 0;
    });
  }

  /// Scores every completion; whether these are all that there are.
  bool complete(const std::string& text, const std::vector<Bound>& outputs,
                const std::vector<Bound>& all, std::vector<Bound>& seen) {
    std::vector<std::size_t> chosen(fillings_.size());
    while (true) {
      std::vector<const std::vector<Cell>*> loads;
      for (std::size_t i = 0; i < fillings_.size(); ++i) {
        if (fillings_[i].empty()) {
          if (found_.rows[i].state == ItemRow::State::Row) loads.push_back(&found_.rows[i].loads);
        } else if (const Filling& filling = fillings_[i][chosen[i]]; filling.is_row) {
          loads.push_back(&filling.loads);
        }
      }
      const std::vector<Cell> cells = score_.outputs(found_.item_loads, loads);
      ++completions;
      for (std::size_t k = 0; k < cells.size(); ++k) {
        if (is_list(k)) continue;
        seen[k].add(cells[k]);
        if (!seen_.empty()) see(seen_[k], cells[k]);
        if (outputs[k].contains(cells[k]) && all[k].contains(cells[k])) continue;
        ADD_FAILURE() << text << "\noutput " << formula().outputs[k] << " is "
                      << language::to_json(language::value_of(cells[k])) << " null "
                      << cells[k].null << ", outside its bound";
        return false;
      }
      std::size_t i = 0;
      for (; i < chosen.size(); ++i) {
        if (fillings_[i].empty()) continue;
        if (++chosen[i] < fillings_[i].size()) break;
        chosen[i] = 0;
      }
      if (i == chosen.size()) break;
    }
    return are_all_ && are_declared_ && formula().lists.empty();
  }

  static void see(std::vector<Cell>& seen, const Cell& cell) {
    const auto is_before = [](const Cell& a, const Cell& b) { return bounds::compare(a, b) < 0; };
    const auto place = std::ranges::lower_bound(seen, cell, is_before);
    if (place == seen.end() || bounds::compare(*place, cell) != 0) seen.insert(place, cell);
  }

  const bounds::FormulaRows& rows_;
  const data::Dataset& dataset_;
  const data::Extractions& extractions_;
  bounds::ItemRows found_;
  exec::FormulaResult::Strings strings_;
  std::vector<Bound> outputs_;
  std::vector<std::vector<Cell>> seen_;
  Random& random_;
  Taken taken_;
  bounds::ItemScore score_;
  std::vector<std::vector<Value>> values_;
  std::vector<std::vector<Filling>> fillings_;  ///< of each row; none if it stays as it is
  bool are_all_ = true, are_declared_ = true;
};

/// Items in an order of one output, whatever their awaited rows become. Items do not depend on each
/// other: two that keep their order in all pairs of completions keep it in all completions.
class OrderTrial {
 public:
  OrderTrial(const std::deque<Trial>& items, std::size_t output, bool descending)
      : items_(items), output_(output), descending_(descending) {
    for (const Trial& item : items)
      ranges_.push_back(report::place_range(item.output(output), descending));
  }

  /// A settled order never changes, and an item that cannot be among the first ones never is.
  void run(std::size_t top, const std::string& text) const {
    const std::vector<std::size_t> first = report::first_by_best(ranges_, descending_, top);
    const bool is_settled = std::ranges::all_of(
        first, [&](std::size_t item) { return items_[item].output(output_).only() != nullptr; });
    ++(is_settled ? settled_orders : open_orders);
    for (std::size_t place = 0; is_settled && place < first.size(); ++place) {
      EXPECT_LE(items_[first[place]].seen(output_).size(), 1U) << text;
      for (std::size_t other = 0; other < items_.size(); ++other) {
        const auto end = first.begin() + static_cast<std::ptrdiff_t>(place) + 1;
        if (std::find(first.begin(), end, other) != end) continue;
        EXPECT_TRUE(always_before(first[place], other)) << text;
      }
    }
    const std::vector<bool> may_be = report::may_be_first(ranges_, descending_, top);
    for (std::size_t item = 0; item < items_.size(); ++item) {
      std::size_t before = 0;
      for (std::size_t other = 0; other < items_.size(); ++other)
        before += other != item && always_before(other, item) ? 1 : 0;
      EXPECT_TRUE(may_be[item] || before >= top) << text;
    }
    for (const std::size_t item : first) EXPECT_TRUE(may_be[item]) << text;
  }

 private:
  bool always_before(std::size_t item, std::size_t other) const {
    for (const Cell& a : items_[item].seen(output_)) {
      for (const Cell& b : items_[other].seen(output_)) {
        const bool is_before = report::comes_before(a, b, descending_);
        if (!is_before && (item > other || report::comes_before(b, a, descending_))) return false;
      }
    }
    return true;
  }

  const std::deque<Trial>& items_;
  std::size_t output_;
  bool descending_;
  std::vector<report::PlaceRange> ranges_;
};

void run_orders(const contract::Formula& formula, const std::deque<Trial>& items,
                const std::string& text) {
  for (std::size_t output = 0; output < formula.outputs.size(); ++output) {
    if (bounds::is_list(formula, output)) continue;
    for (const bool descending : {true, false}) {
      const OrderTrial order(items, output, descending);
      for (std::size_t top = 1; top <= items.size(); ++top)
        order.run(top, fmt::format("{}\nfirst {} by {}", text, top, formula.outputs[output]));
    }
  }
}

void run_bounded_round(std::uint64_t seed) {
  Random random(seed);
  const Folder folder;
  const plain::Records records = random_formula_records(
      random, {.items = random.between(1, 5),
               .most_reviews = random.pick(std::vector<std::size_t>{2, 6, 9})});
  write_dataset(records, folder.path());
  const Json fields = random_fields(random);
  write_extractions(random_extractions(random, fields, records), folder.path());
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < kBoundedFormulasPerRound; ++i) {
    texts.push_back(formula_text(random_formula(random, random.chance(95) ? fields : Json::array()),
                                 Parentheses::Needed));
  }
  const FormulaBench bench(folder.path(), texts);
  for (std::size_t i = 0; i < bench.formulas.size(); ++i) {
    const data::Extractions extractions =
        extractions_in(folder.path(), bench.formulas[i], *bench.dataset);
    const auto prepared = std::make_shared<const exec::PreparedFormula>(bench.formulas[i]);
    const auto bound =
        exec::BoundFormula::bind(prepared, *bench.dataset, extractions, {.threads = 1});
    const bounds::FormulaRows rows(prepared, bound, *bench.dataset, extractions);
    const std::size_t states = random.pick(std::vector<std::size_t>{1, 4, 64, 100'000});
    std::deque<Trial> awaited;
    for (std::uint32_t item = 0; item < bench.dataset->item_count(); ++item) {
      Trial(rows, *bench.dataset, extractions, item, random)
          .run(fmt::format("seed {} item {} states {}\n{}", seed, item, states, texts[i]), states,
               true);
      awaited.emplace_back(rows, *bench.dataset, extractions, item, random, Taken::Awaited);
      awaited.back().run_awaited(fmt::format("seed {} item {} awaited\n{}", seed, item, texts[i]));
    }
    run_orders(bench.formulas[i], awaited, fmt::format("seed {}\n{}", seed, texts[i]));
  }
}

/// Two weights for the values of a field, and a score that no row can lower.
std::string monotone_formula(Random& random) {
  const auto weight = [&] {
    return random.pick(std::vector<std::string>{"0", "1", "0.1", "0.3", "2.5", "7"});
  };
  return fmt::format(
      R"f({{"task_name":"m","extract":{{"fields":[)f"
      R"f({{"name":"a","type":"enum","values":{{"x":"","y":"","z":""}}}},)f"
      R"f({{"name":"b","type":"bool"}}]}},"compute":[)f"
      R"f({{"name":"N","op":"count","where":{{"extraction.b":true}}}},)f"
      R"f({{"name":"S","op":"sum","expr":"{} if extraction.a == 'x' else {} if extraction.a == 'y' else {}"}},)f"
      R"f({{"name":"T","op":"expr","expr":"max(1, min(12.5, {} * N + {} * S - {}))"}},)f"
      R"f({{"name":"L","op":"expr","expr":"floor(T * 2) + sqrt(T)"}},)f"
      R"f({{"name":"V","op":"case","source":"T","rules":[{{"when":"< 4","then":"low"}},)f"
      R"f({{"when":"< 9","then":"mid"}},{{"else":"high"}}]}}],"output":["N","S","T","L","V"]}})f",
      weight(), weight(), weight(), weight(), weight(), weight());
}

TEST(Bounds, AreTightForMonotoneFormulas) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Folder folder;
    const plain::Records records = random_formula_records(random, {.items = 3, .most_reviews = 6});
    write_dataset(records, folder.path());
    std::ofstream(folder.path() / "extractions.jsonl") << "";
    const std::string text = monotone_formula(random);
    const FormulaBench bench(folder.path(), {text});
    const data::Extractions extractions =
        extractions_in(folder.path(), bench.formulas[0], *bench.dataset);
    const auto prepared = std::make_shared<const exec::PreparedFormula>(bench.formulas[0]);
    const auto bound =
        exec::BoundFormula::bind(prepared, *bench.dataset, extractions, {.threads = 1});
    const bounds::FormulaRows rows(prepared, bound, *bench.dataset, extractions);
    for (std::uint32_t item = 0; item < bench.dataset->item_count(); ++item)
      Trial(rows, *bench.dataset, extractions, item, random).run_tight(text);
  }
}

TEST(Bounds, HoldForEveryCompletionOfRandomFormulas) {
  const testing::TestResult& result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  const std::uint64_t first = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t rounds = setting("SEEDC_DIFF_BOUNDS_ROUNDS", 60);
  for (std::uint64_t i = 0; i < rounds && result.total_part_count() < 3; ++i)
    run_bounded_round(first + i);
  std::cerr << "completions: " << completions << ", settled outputs: " << settled
            << ", settled orders: " << settled_orders << ", others: " << open_orders << '\n';
  EXPECT_GT(settled, 0U);
  EXPECT_GT(settled_orders, 0U);
  EXPECT_GT(open_orders, 0U);
}

}  // namespace
}  // namespace seedc::differential
