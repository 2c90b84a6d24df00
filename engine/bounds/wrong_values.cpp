// Scores an item many times at once: each combination of values is an item of its own to the
// kernels.
#include "engine/bounds/wrong_values.h"

#include <algorithm>
#include <functional>

#include "runtime/contract/formula.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/load_reader.h"
#include "runtime/exec/review_conditions.h"

namespace seedc::bounds {
namespace {

using contract::LoadSpec;
using language::Cell;
using language::Value;

/// Integers between bounds are listed if there are no more.
constexpr std::uint64_t kMostListed = 1000;
constexpr std::size_t kCombinationsPerRun = 256;
constexpr std::size_t kRowsPerRun = 1 << 16;

/// SplitMix64: the same numbers on every machine.
class WrongDraws {
 public:
  WrongDraws(std::uint64_t seed, std::string_view item) : state_(seed) {
    for (const char c : item) state_ = next() ^ static_cast<unsigned char>(c);
  }

  /// From 0 to 1, 1 excluded.
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Less than `count`.
  std::uint32_t number(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32);
  }

 private:
  std::uint64_t next() {
    std::uint64_t mixed = (state_ += 0x9E3779B97F4A7C15U);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
  }

  std::uint64_t state_;
};

/// Adds up how often each value occurs; owns the strings.
class Tally {
 public:
  explicit Tally(std::deque<std::string>& strings) : strings_(strings) {}

  void add(const Cell& cell, double weight) {
    const auto found = weights_.find(cell);
    if (found != weights_.end()) {
      found->second += weight;
      return;
    }
    weights_.emplace(owned(cell), weight);
  }

  Cell owned(const Cell& cell) {
    if (cell.is_null() || cell.kind != language::Kind::Str) return cell;
    return Cell::of(&strings_.emplace_back(cell.string()));
  }

  /// `all` is the sum of the weights.
  OutputChances chances(const Cell& now, double all) const {
    OutputChances output{.now = now, .chances = {}, .flips = 0};
    for (const auto& [cell, weight] : weights_) output.chances.push_back({cell, weight});
    std::ranges::sort(output.chances, [](const Chance& a, const Chance& b) {
      return a.probability != b.probability ? a.probability > b.probability
                                            : compare(a.value, b.value) < 0;
    });
    for (Chance& chance : output.chances) {
      if (!is_one_value(chance.value, now)) output.flips += chance.probability;
      chance.probability /= all;
    }
    output.flips = std::min(1.0, output.flips / all);
    return output;
  }

 private:
  struct Hash {
    std::size_t operator()(const Cell& cell) const {
      if (cell.is_null()) return 0;
      return cell.kind == language::Kind::Str ? std::hash<std::string>()(cell.string())
                                              : std::hash<std::uint64_t>()(cell.payload);
    }
  };
  struct Equal {
    bool operator()(const Cell& a, const Cell& b) const { return is_one_value(a, b); }
  };

  std::deque<std::string>& strings_;
  std::unordered_map<Cell, double, Hash, Equal> weights_;
};

}  // namespace

bool is_one_value(const Cell& a, const Cell& b) {
  return a.is_null() || b.is_null() ? a.is_null() && b.is_null() : is_same(a, b);
}

/// One item while it is asked about.
class WrongValues::Item {
 public:
  Item(const WrongValues& all, const ItemRows& rows)
      : all_(all),
        rows_(rows),
        text_tests_(all.formula_.prepared().text_tests()),
        codes_(all.fields_.size()),
        strings_(std::make_shared<std::deque<std::string>>()),
        tallies_(program().outputs.size(), Tally(*strings_)) {
    for (const ItemRow& row : rows.rows) {
      if (row.state == ItemRow::State::Row || row.state == ItemRow::State::NotKept) add_row(row);
    }
    for (std::size_t load = 0; load < program().loads.size(); ++load) {
      std::vector<Cell>& cells = row_cells_.emplace_back();
      for (const Row& row : own_) cells.push_back(row.row->loads[load]);
    }
  }

  ItemChances answer() {
    ItemChances answer{.outputs = {}, .is_exact = false, .strings = strings_};
    const std::vector<Cell> now = outputs_now();
    answer.is_exact = combinations() <= all_.options_.samples;
    if (answer.is_exact) {
      enumerate();
    } else {
      draw();
    }
    run();
    const double all = answer.is_exact ? 1 : static_cast<double>(all_.options_.samples);
    for (std::size_t output = 0; output < tallies_.size(); ++output)
      answer.outputs.push_back(tallies_[output].chances(now[output], all));
    return answer;
  }

 private:
  /// A value that may be wrong.
  struct Drawn {
    std::uint32_t row = 0;
    std::uint32_t field = 0;
    std::uint32_t value = 0;                                 ///< that was extracted
    std::vector<std::pair<std::uint32_t, double>> outcomes;  ///< with their probabilities
  };
  struct Row {
    const ItemRow* row = nullptr;
    std::vector<std::uint8_t> tests;      ///< of `kept`
    std::vector<std::uint32_t> outcomes;  ///< by field; of the combination that is being made
  };

  const contract::Formula& formula() const { return all_.formula_.prepared().formula(); }
  const contract::ScoreProgram& program() const { return formula().program; }

  void add_row(const ItemRow& row) {
    const auto number = static_cast<std::uint32_t>(own_.size());
    Row& own = own_.emplace_back();
    own.row = &row;
    for (const exec::PreparedTest& test : all_.tests_) {
      const LoadSpec& load = test.load();
      const bool is_of_item = load.source == LoadSpec::Source::Item;
      const data::Column& column = exec::column_of(load, all_.dataset_, &all_.extractions_);
      const Value& value = column.values[column.codes[is_of_item ? rows_.item : row.review]];
      Value year;
      own.tests.push_back(
          exec::PreparedTest::Run(test).passes(exec::read_as(load, value, year)) ? 1 : 0);
    }
    for (std::uint32_t field = 0; field < all_.fields_.size(); ++field) {
      const Outcomes& outcomes = all_.fields_[field];
      const auto found = outcomes.numbers.find(language::to_json(*row.values[outcomes.field]));
      const bool is_known = found != outcomes.numbers.end();
      own.outcomes.push_back(is_known ? outcomes.outcome_of[found->second] : Outcomes::kMissing);
      if (is_known) add_drawn(outcomes, {number, field, found->second, {}});
    }
  }

  void add_drawn(const Outcomes& outcomes, Drawn drawn) {
    const auto others = static_cast<double>(outcomes.outcome_of.size() - 1);
    if (others == 0 || all_.options_.probability == 0) return;
    const std::uint32_t own = outcomes.outcome_of[drawn.value];
    for (std::uint32_t outcome = 0; outcome < outcomes.counts.size(); ++outcome) {
      const double count = outcomes.counts[outcome] - (outcome == own ? 1 : 0);
      double probability = all_.options_.probability * count / others;
      if (outcome == own) probability += 1 - all_.options_.probability;
      if (probability > 0) drawn.outcomes.emplace_back(outcome, probability);
    }
    drawn_.push_back(std::move(drawn));
  }

  /// How many there are; no more than one more than the samples.
  std::uint64_t combinations() const {
    std::uint64_t count = 1;
    for (const Drawn& drawn : drawn_) {
      if (count > all_.options_.samples / drawn.outcomes.size()) return all_.options_.samples + 1;
      count *= drawn.outcomes.size();
    }
    return count;
  }

  std::uint32_t& outcome_of(const Drawn& drawn) { return own_[drawn.row].outcomes[drawn.field]; }

  void enumerate() {
    std::vector<std::size_t> places(drawn_.size());
    while (true) {
      double probability = 1;
      for (std::size_t i = 0; i < drawn_.size(); ++i) {
        outcome_of(drawn_[i]) = drawn_[i].outcomes[places[i]].first;
        probability *= drawn_[i].outcomes[places[i]].second;
      }
      add_combination(probability);
      std::size_t next = 0;
      while (next < drawn_.size() && ++places[next] == drawn_[next].outcomes.size())
        places[next++] = 0;
      if (next == drawn_.size()) return;
    }
  }

  void draw() {
    WrongDraws draws(all_.options_.seed, all_.dataset_.item_id(rows_.item));
    for (std::uint64_t sample = 0; sample < all_.options_.samples; ++sample) {
      for (const Drawn& drawn : drawn_) {
        const Outcomes& outcomes = all_.fields_[drawn.field];
        std::uint32_t value = drawn.value;
        if (draws.fraction() < all_.options_.probability) {
          value = draws.number(static_cast<std::uint32_t>(outcomes.outcome_of.size() - 1));
          value += value >= drawn.value ? 1 : 0;
        }
        outcome_of(drawn) = outcomes.outcome_of[value];
      }
      add_combination(1);
    }
  }

  bool is_kept(const Row& row) {
    const auto& kept = formula().rows.kept;
    if (!kept) return true;
    tested_ = row.tests;
    for (std::size_t field = 0; field < all_.fields_.size(); ++field) {
      const Outcomes& outcomes = all_.fields_[field];
      const FieldClasses& of_field = all_.formula_.cases().fields()[outcomes.field];
      for (std::size_t test = 0; test < of_field.tests.size(); ++test)
        tested_[of_field.tests[test]] = outcomes.tests[test][row.outcomes[field]];
    }
    const auto passes = [&](std::uint32_t test) { return tested_[test] != 0; };
    return exec::meets(*kept, passes, parts_);
  }

  /// Adds the rows as they are in `own_` as one more item for the kernels.
  void add_combination(double weight) {
    for (std::uint32_t number = 0; number < own_.size(); ++number) {
      const Row& row = own_[number];
      if (!is_kept(row)) continue;
      row_codes_.push_back(number);
      for (std::size_t field = 0; field < codes_.size(); ++field)
        codes_[field].push_back(row.outcomes[field]);
    }
    row_begins_.push_back(static_cast<std::uint32_t>(row_codes_.size()));
    weights_.push_back(weight);
    if (weights_.size() == kCombinationsPerRun || row_codes_.size() >= kRowsPerRun) run();
  }

  std::vector<Cell> outputs_now() {
    add_combination(0);
    score();
    std::vector<Cell> now;
    for (std::size_t output = 0; output < tallies_.size(); ++output)
      now.push_back(tallies_[output].owned(outputs_[output][0]));
    clear();
    return now;
  }

  void run() {
    all_.dataset_.call().check();
    score();
    for (std::size_t output = 0; output < tallies_.size(); ++output) {
      for (std::size_t item = 0; item < weights_.size(); ++item)
        tallies_[output].add(outputs_[output][item], weights_[item]);
    }
    clear();
  }

  void clear() {
    row_codes_.clear();
    for (std::vector<std::uint32_t>& codes : codes_) codes.clear();
    row_begins_.assign(1, 0);
    weights_.clear();
    pool_.clear();
  }

  /// For each load, where its values are.
  std::vector<contract::ScoreLoad> loads() {
    item_codes_.assign(weights_.size(), 0);
    std::vector<contract::ScoreLoad> loads;
    for (std::size_t load = 0; load < program().loads.size(); ++load) {
      const bool is_of_item = program().loads[load].source == LoadSpec::Source::Item;
      loads.push_back(is_of_item ? contract::ScoreLoad{item_codes_.data(), &rows_.item_loads[load]}
                                 : contract::ScoreLoad{row_codes_.data(), row_cells_[load].data()});
    }
    for (std::size_t field = 0; field < codes_.size(); ++field) {
      const Outcomes& outcomes = all_.fields_[field];
      const FieldClasses& of_field = all_.formula_.cases().fields()[outcomes.field];
      for (std::size_t load = 0; load < of_field.loads.size(); ++load)
        loads[of_field.loads[load]] = {codes_[field].data(), outcomes.loads[load].data()};
    }
    return loads;
  }

  /// Fills `outputs_`.
  void score() {
    const std::vector<contract::ScoreLoad> loads = this->loads();
    std::vector<std::vector<Cell>> kept(program().kept_count, std::vector<Cell>(row_codes_.size()));
    std::vector<Cell*> kept_cells;
    for (std::vector<Cell>& column : kept) kept_cells.push_back(column.data());
    const contract::ScoreInput input{.loads = loads.data(),
                                     .constants = all_.constants_.data(),
                                     .tables = all_.formula_.prepared().tables().data(),
                                     .row_begins = row_begins_.data(),
                                     .strings = &pool_,
                                     .kept = kept_cells.data(),
                                     .first_kept_row = 0,
                                     .tests = text_tests_.testers()};
    outputs_.assign(tallies_.size(), std::vector<Cell>(weights_.size()));
    std::vector<Cell*> places;
    for (std::vector<Cell>& output : outputs_) places.push_back(output.data());
    std::vector<std::uint64_t> left_out(std::size_t{program().ledger_count} *
                                        language::kNullCauseCount);
    all_.kernels_->run(input, 0, static_cast<std::uint32_t>(weights_.size()), places.data(),
                       left_out.data());
  }

  const WrongValues& all_;
  const ItemRows& rows_;
  exec::ThreadTextTests text_tests_;
  std::vector<Row> own_;
  std::vector<Drawn> drawn_;
  std::vector<std::vector<Cell>> row_cells_;  ///< by load, by row
  /// The combinations of the next run: by row, which one of `own_` it is, and its outcome in each
  /// field; where the rows of each combination begin, and the end; and what each counts.
  std::vector<std::uint32_t> row_codes_;
  std::vector<std::vector<std::uint32_t>> codes_;
  std::vector<std::uint32_t> row_begins_ = {0};
  std::vector<double> weights_;
  std::vector<std::uint32_t> item_codes_;
  std::vector<std::vector<Cell>> outputs_;
  language::StringPool pool_;
  std::vector<std::uint8_t> tested_, parts_;
  std::shared_ptr<std::deque<std::string>> strings_;
  std::vector<Tally> tallies_;
};

WrongValues::WrongValues(const FormulaRows& formula, const exec::BoundFormula& bound,
                         const data::Dataset& dataset, const data::Extractions& extractions,
                         const WrongOptions& options)
    : formula_(formula),
      dataset_(dataset),
      extractions_(extractions),
      options_(options),
      constants_(exec::constants_of(formula.prepared().formula().program)),
      kernels_(exec::make_score_interpreter(formula.prepared().formula().program)) {
  const contract::RowSet& rows = formula.prepared().formula().rows;
  if (rows.kept) {
    for (const LoadSpec& test : rows.kept->tests) tests_.emplace_back(test);
  }
  const std::vector<FieldClasses>& fields = formula.cases().fields();
  for (std::size_t field = 0; field < fields.size(); ++field) {
    // What the judge writes, and what is beside a field, is not a value that was extracted.
    if (fields[field].field < rows.own_fields().size()) add_field(field, bound);
  }
}

/// All that may be extracted: declared values, or those that rows have.
std::vector<const Value*> WrongValues::values_of(const contract::Field& field,
                                                 const exec::BoundFormula& bound) {
  std::vector<const Value*> values;
  const auto declare = [&](Value value) {
    values.push_back(&declared_.emplace_back(std::move(value)));
  };
  if (field.type == contract::FieldType::Bool) {
    declare(Value(true));
    declare(Value(false));
  }
  for (const std::string& value : field.values) declare(Value(value));
  const auto* least = field.minimum.as<std::int64_t>();
  const auto* most = field.maximum.as<std::int64_t>();
  if (field.type == contract::FieldType::Int && least != nullptr && most != nullptr &&
      static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(*least) < kMostListed) {
    for (std::int64_t offset = 0; offset <= *most - *least; ++offset)
      declare(Value(*least + offset));
  }
  if (!values.empty()) return values;
  const data::Column& column = extractions_.field(field.name);
  std::vector<std::uint8_t> is_known(column.values.size());
  for (std::uint32_t review = 0; review < dataset_.review_count(); ++review) {
    const std::uint32_t code = column.codes[review];
    const bool is_row =
        bound.is_relevant(review) && extractions_.state(review) == data::ExtractionState::Usable;
    if (!is_row || is_known[code] != 0 || column.values[code].is_null()) continue;
    is_known[code] = 1;
    values.push_back(&column.values[code]);
  }
  return values;
}

void WrongValues::add_field(std::size_t number, const exec::BoundFormula& bound) {
  const FieldClasses& classes = formula_.cases().fields()[number];
  const contract::Field& field = formula_.prepared().formula().rows.fields[classes.field];
  std::vector<const Value*> values = values_of(field, bound);
  Outcomes& outcomes = fields_.emplace_back();
  outcomes.field = number;
  outcomes.loads.resize(classes.loads.size());
  outcomes.tests.resize(classes.tests.size());
  std::deque<exec::LoadReader> readers;
  for (const std::uint32_t load : classes.loads) readers.emplace_back(formula_.prepared(), load);
  const auto add_outcome = [&](const Value& value) {
    for (std::size_t i = 0; i < classes.loads.size(); ++i)
      outcomes.loads[i].push_back(readers[i].read(value));
    for (std::size_t i = 0; i < classes.tests.size(); ++i) {
      const exec::PreparedTest& test = tests_[classes.tests[i]];
      const Value& read = exec::or_default(test.load(), value);
      outcomes.tests[i].push_back(exec::PreparedTest::Run(test).passes(read) ? 1 : 0);
    }
    outcomes.counts.push_back(0);
    return static_cast<std::uint32_t>(outcomes.counts.size() - 1);
  };
  add_outcome(declared_.emplace_back());  // Missing, which is Outcomes::kMissing.
  std::unordered_map<std::uint32_t, std::uint32_t> of_class;
  for (const Value* value : values) {
    const std::uint32_t value_class = formula_.cases().class_of(number, *value);
    const bool is_alike = classes.classes[value_class].value != nullptr;
    const auto known = of_class.find(value_class);
    const std::uint32_t outcome =
        is_alike && known != of_class.end() ? known->second : add_outcome(*value);
    if (is_alike) of_class.emplace(value_class, outcome);
    ++outcomes.counts[outcome];
    outcomes.numbers.emplace(language::to_json(*value),
                             static_cast<std::uint32_t>(outcomes.outcome_of.size()));
    outcomes.outcome_of.push_back(outcome);
  }
}

ItemChances WrongValues::at(const ItemRows& rows) const { return Item(*this, rows).answer(); }

}  // namespace seedc::bounds
