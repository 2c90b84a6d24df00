// Random score programs, random columns for them, and their outputs by the plain rules of score.h:
// one row, one item, one instruction after another.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "runtime/contract/lookup.h"
#include "runtime/language/aggregates.h"

namespace seedc {

/// Columns and rows for a program, and the values of each load.
struct ScoreData {
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<Cell>> cells;
  std::vector<LoadKind> kinds;
  std::vector<ScoreLoad> loads;
  std::vector<Cell> constants;
  std::deque<PreparedTable> prepared;
  std::vector<const PreparedTable*> tables;
  std::vector<std::uint32_t> row_begins;

  ScoreInput input() const {
    return {loads.data(), constants.data(), tables.data(), row_begins.data()};
  }
  std::uint32_t item_count() const { return static_cast<std::uint32_t>(row_begins.size() - 1); }
  /// Constants and tables belong to the program.
  void take(const ScoreProgram& program) {
    constants.clear();
    for (std::size_t i = 0; i < program.constants.size(); ++i) {
      const NullCause cause = program.constant_causes[i];
      constants.push_back(cause == NullCause::None ? cell_of(program.constants[i])
                                                   : Cell::none(cause));
    }
    tables.clear();
    prepared.clear();
    for (const LookupTable& table : program.tables) tables.push_back(&prepared.emplace_back(table));
  }
};

/// The outputs of a program for all items.
struct ScoreResult {
  std::vector<std::vector<Cell>> outputs;
  std::vector<std::uint64_t> left_out;

  ScoreResult(const ScoreProgram& program, std::uint32_t item_count)
      : outputs(program.outputs.size(), std::vector<Cell>(item_count)),
        left_out(program.ledger_count * kNullCauseCount) {}
  std::vector<Cell*> pointers() {
    std::vector<Cell*> result;
    for (auto& output : outputs) result.push_back(output.data());
    return result;
  }
};

/// The slow and obvious implementation.
class PlainScorer {
 public:
  PlainScorer(const ScoreProgram& program, const ScoreInput& input)
      : program_(program), input_(input), values_(program.code.size()) {}

  ScoreResult score(std::uint32_t item_count) {
    ScoreResult result(program_, item_count);
    for (item_ = 0; item_ < item_count; ++item_) {
      std::uint32_t begin = 0;
      for (const ScorePhase& phase : program_.phases) {
        score_rows(begin, phase.row_end, result.left_out);
        for (std::uint32_t i = phase.row_end; i < phase.item_end; ++i) compute(i, item_);
        begin = phase.item_end;
      }
      for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
        const Cell value = values_[program_.outputs[k]];
        result.outputs[k][item_] = value.is_null() ? Cell::none(value.null) : value;
      }
    }
    return result;
  }

 private:
  void score_rows(std::uint32_t begin, std::uint32_t end, std::vector<std::uint64_t>& left_out) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const ScoreInst& inst = program_.code[i];
      if (is_aggregate(inst.op)) values_[i] = score::start(inst.op, inst.kind);
      if (!is_aggregate(inst.op) && !inst.is_per_row) compute(i, item_);
    }
    for (std::uint32_t row = input_.row_begins[item_]; row < input_.row_begins[item_ + 1]; ++row) {
      for (std::uint32_t i = begin; i < end; ++i) {
        if (is_aggregate(program_.code[i].op)) add_row(i, left_out);
        if (program_.code[i].is_per_row) compute(i, row);
      }
    }
  }

  void add_row(std::uint32_t value, std::vector<std::uint64_t>& left_out) {
    const ScoreInst& inst = program_.code[value];
    if (inst.a != kNoOperand && !values_[inst.a].boolean()) return;
    std::array<std::uint64_t, kNullCauseCount> none{};
    const bool has_ledger = inst.ledger != kNoOperand;
    std::uint64_t* ledger = has_ledger ? &left_out[inst.ledger * kNullCauseCount] : none.data();
    const Cell row = inst.b == kNoOperand ? Cell() : values_[inst.b];
    score::with_aggregate(inst.op, [&](auto add) { add(values_[value], row, ledger); });
  }

  void compute(std::uint32_t value, std::uint32_t place) {
    const ScoreInst& inst = program_.code[value];
    const auto operand = [&](std::uint32_t number) {
      return number < value ? values_[number] : Cell();
    };
    values_[value] = apply(inst, operand(inst.a), operand(inst.b), operand(inst.c), place);
  }

  Cell apply(const ScoreInst& inst, const Cell& a, const Cell& b, const Cell& c,
             std::uint32_t place) const {
    switch (inst.op) {
      case Operation::Constant:
        return input_.constants[inst.a];
      case Operation::Load:
        return input_.loads[inst.a].cells[input_.loads[inst.a].codes[place]];
      case Operation::Lookup:
        return look_up(*input_.tables[inst.b], a);
      case Operation::Step:
        return score::of_step(a, inst.b);
#define SEEDC_OPERATION(id, ...) case Operation::id:
#include "runtime/language/operations.def"
        return seedc::apply(inst.op, std::array{a, b, c});
#define SEEDC_AGGREGATE(id, ...) case Operation::id:
#include "runtime/language/operations.def"
        break;
    }
    return {};
  }

  const ScoreProgram& program_;
  const ScoreInput input_;
  std::vector<Cell> values_;
  std::uint32_t item_ = 0;
};

/// Generates well-formed programs without known kinds of the data: loads are Any, except for tests.
class RandomScores {
 public:
  explicit RandomScores(std::uint64_t seed) : random_(seed) {}

  ScoreProgram program(std::size_t size) {
    program_ = {};
    make_loads();
    make_constants();
    make_tables();
    rows_.clear();
    items_.clear();
    const std::size_t phases = 1 + below(4);
    for (std::size_t phase = 0; phase < phases; ++phase) add_phase(1 + size / phases);
    for (std::size_t k = 0; k < 1 + below(8) + size / 10; ++k)
      program_.outputs.push_back(items_[below(items_.size())].value);
    return std::move(program_);
  }

  /// Columns for the program generated last.
  ScoreData data(const ScoreProgram& program, std::uint32_t item_count) {
    ScoreData data;
    data.row_begins.push_back(0);
    const std::size_t most_rows = below(20) == 0 ? 2000 : 8;
    for (std::uint32_t item = 0; item < item_count; ++item)
      data.row_begins.push_back(data.row_begins.back() +
                                static_cast<std::uint32_t>(below(most_rows)));
    for (const LoadSpec& load : program.loads) {
      const bool is_of_items = load.source == LoadSpec::Source::Item;
      add_column(data, is_of_items ? item_count : data.row_begins.back(), load.use);
    }
    for (std::size_t i = 0; i < program.loads.size(); ++i)
      data.loads.push_back({data.codes[i].data(), data.cells[i].data()});
    data.take(program);
    return data;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  struct Known {
    std::uint32_t value;
    bool is_predicate;  ///< a boolean, never null
  };

  void make_loads() {
    for (int i = 0; i < 12; ++i) {
      LoadSpec& load = program_.loads.emplace_back();
      load.source = i < 8 ? LoadSpec::Source::Review : LoadSpec::Source::Item;
      if (i % 4 == 0) load.use = LoadSpec::Use::Test;
    }
  }

  void make_constants() {
    for (int i = 0; i < 8; ++i) {
      const bool is_null = i == 7;
      program_.constants.push_back(is_null ? Value() : random_scalar());
      program_.constant_causes.push_back(is_null ? NullCause::NoRule : NullCause::None);
    }
  }

  void make_tables() {
    for (const LookupMode mode :
         {LookupMode::Exact, LookupMode::SubstringFirst, LookupMode::SubstringMax}) {
      LookupTable& table = program_.tables.emplace_back();
      table.mode = mode;
      table.is_real = below(2) == 0;
      for (const char* key : {"1", "2", "-", "Tr", "abc", "0"})
        table.entries.emplace_back(key, Value(static_cast<std::int64_t>(below(5))));
      if (below(2) == 0) table.otherwise = Value(9);
    }
  }

  void add_phase(std::size_t size) {
    rows_.clear();
    const std::size_t predicates = 2 + below(4);
    for (std::size_t i = 0; i < predicates; ++i) add_load(i < 2 ? 4 * i : below(8), true);
    for (std::size_t i = 0; i < size; ++i) add_value(true);
    for (std::size_t i = 0; i < 1 + size / 4; ++i) add_aggregate();
    for (const std::uint32_t aggregate : aggregates_) items_.push_back({aggregate, false});
    aggregates_.clear();
    ScorePhase phase{static_cast<std::uint32_t>(program_.code.size()), 0};
    for (std::size_t i = 0; i < size; ++i) add_value(false);
    phase.item_end = static_cast<std::uint32_t>(program_.code.size());
    program_.phases.push_back(phase);
  }

  std::uint32_t append(ScoreInst inst) {
    program_.code.push_back(inst);
    return static_cast<std::uint32_t>(program_.code.size() - 1);
  }

  void keep(const ScoreInst& inst) {
    (inst.is_per_row ? rows_ : items_)
        .push_back({append(inst), inst.kind == Kind::Bool && !inst.is_nullable});
  }

  /// The first eight load from a review, the others from an item.
  void add_load(std::size_t load, bool per_row) {
    const bool is_test = program_.loads[load].use == LoadSpec::Use::Test;
    keep({.op = Operation::Load,
          .kind = is_test ? Kind::Bool : Kind::Any,
          .is_nullable = !is_test,
          .is_per_row = per_row,
          .a = static_cast<std::uint32_t>(load)});
  }

  void add_constant(bool per_row) {
    const std::size_t number = below(program_.constants.size());
    const bool is_null = program_.constant_causes[number] != NullCause::None;
    keep({.op = Operation::Constant,
          .kind = is_null ? Kind::Int : cell_of(program_.constants[number]).kind,
          .is_nullable = is_null,
          .is_per_row = per_row && below(2) == 0,
          .a = static_cast<std::uint32_t>(number)});
  }

  void add_value(bool per_row) {
    const std::size_t die = below(10);
    if (die == 0 || items_.empty()) return add_constant(per_row);
    // Among the rows' instructions there may be some that are the same for all rows.
    const bool of_row = per_row && below(8) != 0;
    if (die < 4) return add_load(of_row ? below(8) : 8 + below(4), of_row);
    add_operation(per_row);
  }

  void add_operation(bool per_row) {
    ScoreInst inst{.op = random_operation(), .kind = Kind::Any, .is_per_row = per_row};
    const Known a = operand(per_row);
    inst.a = a.value;
    switch (inst.op) {
      case Operation::Step:
        inst.b = static_cast<std::uint32_t>(below(kMaxSteps));
        inst.kind = program_.code[inst.a].kind;
        break;
      case Operation::Lookup:
        inst.b = static_cast<std::uint32_t>(below(program_.tables.size()));
        break;
      case Operation::BoolNot:
        inst.is_nullable = !a.is_predicate;
        inst.kind = Kind::Bool;
        break;
      default:
        add_operands(inst, a);
    }
    keep(inst);
  }

  void add_operands(ScoreInst& inst, const Known& a) {
    const std::size_t arity = info(inst.op).arity;
    const Known b = operand(inst.is_per_row);
    if (arity > 1) inst.b = b.value;
    if (arity > 2) inst.c = operand(inst.is_per_row).value;
    const std::array<ValueType, 3> unknown{};
    inst.kind = infer(inst.op, std::span(unknown).first(arity)).kind;
    if (inst.op == Operation::BoolAnd || inst.op == Operation::BoolOr)
      inst.is_nullable = !a.is_predicate || !b.is_predicate;
  }

  Operation random_operation() {
    static constexpr std::array kAll = {
#define SEEDC_OPERATION(id, ...) Operation::id,
#define SEEDC_ACCESS(id, ...) Operation::id,
#include "runtime/language/operations.def"
    };
    return kAll[below(kAll.size())];
  }

  Known operand(bool per_row) {
    const bool of_row = per_row && (items_.empty() || below(5) != 0);
    const std::vector<Known>& from = of_row ? rows_ : items_;
    return from[std::max(below(from.size()), below(from.size()))];
  }

  std::uint32_t random_predicate() {
    if (below(4) == 0) return kNoOperand;
    std::vector<std::uint32_t> predicates;
    for (const std::vector<Known>* values : {&rows_, &items_}) {
      for (const Known& known : *values) {
        if (known.is_predicate) predicates.push_back(known.value);
      }
    }
    return predicates[below(predicates.size())];
  }

  void add_aggregate() {
    static constexpr std::array kAll = {
#define SEEDC_AGGREGATE(id, ...) Operation::id,
#include "runtime/language/operations.def"
    };
    const Operation op = kAll[below(kAll.size())];
    ScoreInst inst{.op = op, .kind = Kind::Any};
    inst.a = random_predicate();
    if (op == Operation::Count) {
      inst.kind = Kind::Int;
      inst.is_nullable = false;
    } else {
      inst.b = operand(true).value;
      inst.ledger = program_.ledger_count++;
    }
    aggregates_.push_back(append(inst));
  }

  Value random_scalar() {
    switch (below(4)) {
      case 0:
        return random_cell_value(Kind::Real);
      case 1:
        return random_cell_value(Kind::Str);
      default:
        return random_cell_value(Kind::Int);
    }
  }

  Value random_cell_value(Kind kind) {
    using Integers = std::numeric_limits<std::int64_t>;
    constexpr std::array kIntegers = {std::int64_t{0}, Integers::max(), Integers::min(),
                                      (std::int64_t{1} << 53) + 1};
    constexpr std::array kReals = {0.0, -0.0, 1e308, -1e308, 5e-324, 0.1, 1e15 + 0.3};
    constexpr std::array kStrings = {"", "abc", "ABC", "\xC3\xA4", "True", "1"};
    switch (kind) {
      case Kind::Bool:
        return below(2) == 0;
      case Kind::Int:
        if (below(8) == 0) return kIntegers[below(kIntegers.size())];
        return static_cast<std::int64_t>(below(9)) - 3;
      case Kind::Real:
        if (below(8) == 0) return kReals[below(kReals.size())];
        return 0.25 * static_cast<double>(below(20)) - 1;
      case Kind::Str:
        return kStrings[below(kStrings.size())];
      case Kind::Any:
        break;
    }
    return random_cell_value(static_cast<Kind>(below(4)));
  }

  Cell random_cell(Kind kind) { return cell_of(values_.emplace_back(random_cell_value(kind))); }

  /// Usually of one kind, sometimes of several, with nulls or without.
  void add_column(ScoreData& data, std::uint32_t length, LoadSpec::Use use) {
    LoadKind load{static_cast<Kind>(below(5)), below(2) == 0};
    if (below(2) == 0 && load.kind != Kind::Int) load.kind = Kind::Real;
    if (use == LoadSpec::Use::Test) load = {Kind::Bool, false};
    std::vector<Cell>& cells = data.cells.emplace_back();
    for (std::size_t i = 0; i < 1 + below(12); ++i) cells.push_back(random_cell(load.kind));
    if (load.is_nullable) {
      cells.push_back(Cell::none(NullCause::Missing));
      cells.push_back(Cell::none(NullCause::WrongKind));
    }
    std::vector<std::uint32_t>& codes = data.codes.emplace_back(length);
    for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(below(cells.size()));
    data.kinds.push_back(load);
  }

  std::mt19937_64 random_;
  ScoreProgram program_;
  std::vector<Known> rows_;
  std::vector<Known> items_;
  std::vector<std::uint32_t> aggregates_;
  std::deque<Value> values_;  ///< the targets of the pointers in string cells
};

}  // namespace seedc
