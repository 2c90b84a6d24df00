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
#include <string_view>
#include <vector>

#include "runtime/contract/lookup.h"
#include "runtime/language/aggregates.h"

namespace seedc::unit {

/// Stands for a test on texts: those of odd length pass.
struct OddLength final : contract::TextTester {
  bool passes(std::string_view text) override { return text.size() % 2 == 1; }
  static contract::TextTester* one() {
    static OddLength tester;
    return &tester;
  }
};

/// Columns and rows for a program, and the values of each load.
struct ScoreData {
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<language::Cell>> cells;
  std::vector<contract::LoadKind> kinds;
  std::vector<contract::ScoreLoad> loads;
  std::vector<language::Cell> constants;
  std::deque<contract::PreparedTable> prepared;
  std::vector<const contract::PreparedTable*> tables;
  std::vector<std::uint32_t> row_begins;
  std::vector<contract::TextTester*> tests = {OddLength::one()};

  contract::ScoreInput input() const {
    contract::ScoreInput input{loads.data(), constants.data(), tables.data(), row_begins.data()};
    input.tests = tests.data();
    return input;
  }
  std::uint32_t item_count() const { return static_cast<std::uint32_t>(row_begins.size() - 1); }
  /// Constants and tables belong to the program.
  void take(const contract::ScoreProgram& program) {
    constants.clear();
    for (std::size_t i = 0; i < program.constants.size(); ++i) {
      const language::NullCause cause = program.constant_causes[i];
      constants.push_back(cause == language::NullCause::None
                              ? language::cell_of(program.constants[i])
                              : language::Cell::none(cause));
    }
    tables.clear();
    prepared.clear();
    for (const contract::LookupTable& table : program.tables)
      tables.push_back(&prepared.emplace_back(table));
  }
};

/// The outputs of a program for all items.
struct ScoreResult {
  std::vector<std::vector<language::Cell>> outputs;
  std::vector<std::uint64_t> left_out;

  ScoreResult(const contract::ScoreProgram& program, std::uint32_t item_count)
      : outputs(program.outputs.size(), std::vector<language::Cell>(item_count)),
        left_out(program.ledger_count * language::kNullCauseCount) {}
  std::vector<language::Cell*> pointers() {
    std::vector<language::Cell*> result;
    for (auto& output : outputs) result.push_back(output.data());
    return result;
  }
};

/// The slow and obvious implementation.
class PlainScorer {
 public:
  PlainScorer(const contract::ScoreProgram& program, const contract::ScoreInput& input)
      : program_(program), input_(input), values_(program.code.size()) {}
  /// Owns the strings of results.
  static language::StringPool& strings() {
    static language::StringPool pool;
    return pool;
  }

  ScoreResult score(std::uint32_t item_count) {
    ScoreResult result(program_, item_count);
    for (item_ = 0; item_ < item_count; ++item_) {
      std::uint32_t begin = 0;
      for (const contract::ScorePhase& phase : program_.phases) {
        score_rows(begin, phase.row_end, result.left_out);
        for (std::uint32_t i = phase.row_end; i < phase.item_end; ++i) compute(i, item_);
        begin = phase.item_end;
      }
      for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
        const language::Cell value = values_[program_.outputs[k]];
        result.outputs[k][item_] = value.is_null() ? language::Cell::none(value.null) : value;
      }
    }
    return result;
  }

 private:
  void score_rows(std::uint32_t begin, std::uint32_t end, std::vector<std::uint64_t>& left_out) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const contract::ScoreInst& inst = program_.code[i];
      if (language::is_aggregate(inst.op)) values_[i] = language::score::start(inst.op, inst.kind);
      if (!language::is_aggregate(inst.op) && !inst.is_per_row) compute(i, item_);
    }
    for (std::uint32_t row = input_.row_begins[item_]; row < input_.row_begins[item_ + 1]; ++row) {
      for (std::uint32_t i = begin; i < end; ++i) {
        if (language::is_aggregate(program_.code[i].op)) add_row(i, left_out);
        if (program_.code[i].is_per_row) compute(i, row);
      }
    }
  }

  void add_row(std::uint32_t value, std::vector<std::uint64_t>& left_out) {
    const contract::ScoreInst& inst = program_.code[value];
    if (inst.a != contract::kNoOperand && !values_[inst.a].boolean()) return;
    std::array<std::uint64_t, language::kNullCauseCount> none{};
    const bool has_ledger = inst.ledger != contract::kNoOperand;
    std::uint64_t* ledger =
        has_ledger ? &left_out[inst.ledger * language::kNullCauseCount] : none.data();
    const language::Cell row = inst.b == contract::kNoOperand ? language::Cell() : values_[inst.b];
    language::score::with_aggregate(inst.op, [&](auto add) { add(values_[value], row, ledger); });
  }

  void compute(std::uint32_t value, std::uint32_t place) {
    const contract::ScoreInst& inst = program_.code[value];
    const auto operand = [&](std::uint32_t number) {
      return number < value ? values_[number] : language::Cell();
    };
    values_[value] = apply(inst, operand(inst.a), operand(inst.b), operand(inst.c), place);
  }

  language::Cell apply(const contract::ScoreInst& inst, const language::Cell& a,
                       const language::Cell& b, const language::Cell& c,
                       std::uint32_t place) const {
    switch (inst.op) {
      case language::Operation::Constant:
        return input_.constants[inst.a];
      case language::Operation::Load:
        return input_.loads[inst.a].cells[input_.loads[inst.a].codes[place]];
      case language::Operation::Lookup:
        return contract::look_up(*input_.tables[inst.b], a);
      case language::Operation::TextTest:
        return contract::test_text(*input_.tests[inst.b], a);
      case language::Operation::Step:
        return language::score::of_step(a, inst.b);
      case language::Operation::Inner:
        return language::score::of_inner(a, inst.b, inst.c);
#define SEEDC_OPERATION(id, ...) case language::Operation::id:
#include "runtime/language/operations.def"
        return seedc::language::apply(inst.op, std::array{a, b, c}, strings());
#define SEEDC_AGGREGATE(id, ...) case language::Operation::id:
#define SEEDC_FOLD(id, ...) case language::Operation::id:  // no random program has one
#include "runtime/language/operations.def"
        break;
    }
    return {};
  }

  const contract::ScoreProgram& program_;
  const contract::ScoreInput input_;
  std::vector<language::Cell> values_;
  std::uint32_t item_ = 0;
};

/// Generates well-formed programs without known kinds of the data: loads are Any, except for tests.
class RandomScores {
 public:
  explicit RandomScores(std::uint64_t seed) : random_(seed) {}

  contract::ScoreProgram program(std::size_t size) {
    program_ = {};
    make_loads();
    make_constants();
    make_tables();
    program_.tests.resize(1);
    rows_.clear();
    items_.clear();
    const std::size_t phases = 1 + below(4);
    for (std::size_t phase = 0; phase < phases; ++phase) add_phase(1 + size / phases);
    for (std::size_t k = 0; k < 1 + below(8) + size / 10; ++k)
      program_.outputs.push_back(items_[below(items_.size())].value);
    return std::move(program_);
  }

  /// Columns for the program generated last.
  ScoreData data(const contract::ScoreProgram& program, std::uint32_t item_count) {
    ScoreData data;
    data.row_begins.push_back(0);
    const std::size_t most_rows = below(20) == 0 ? 2000 : 8;
    for (std::uint32_t item = 0; item < item_count; ++item)
      data.row_begins.push_back(data.row_begins.back() +
                                static_cast<std::uint32_t>(below(most_rows)));
    for (const contract::LoadSpec& load : program.loads) {
      const bool is_of_items = load.source == contract::LoadSpec::Source::Item;
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
      contract::LoadSpec& load = program_.loads.emplace_back();
      load.source = i < 8 ? contract::LoadSpec::Source::Review : contract::LoadSpec::Source::Item;
      if (i % 4 == 0) load.use = contract::LoadSpec::Use::Test;
    }
  }

  void make_constants() {
    for (int i = 0; i < 8; ++i) {
      const bool is_null = i == 7;
      program_.constants.push_back(is_null ? language::Value() : random_scalar());
      program_.constant_causes.push_back(is_null ? language::NullCause::NoRule
                                                 : language::NullCause::None);
    }
  }

  void make_tables() {
    for (const contract::LookupMode mode :
         {contract::LookupMode::Exact, contract::LookupMode::SubstringFirst,
          contract::LookupMode::SubstringMax}) {
      contract::LookupTable& table = program_.tables.emplace_back();
      table.mode = mode;
      table.is_real = below(2) == 0;
      for (const char* key : {"1", "2", "-", "Tr", "abc", "0"})
        table.entries.emplace_back(key, language::Value(static_cast<std::int64_t>(below(5))));
      if (below(2) == 0) table.otherwise = language::Value(9);
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
    contract::ScorePhase phase{static_cast<std::uint32_t>(program_.code.size()), 0};
    for (std::size_t i = 0; i < size; ++i) add_value(false);
    phase.item_end = static_cast<std::uint32_t>(program_.code.size());
    program_.phases.push_back(phase);
  }

  std::uint32_t append(contract::ScoreInst inst) {
    program_.code.push_back(inst);
    return static_cast<std::uint32_t>(program_.code.size() - 1);
  }

  void keep(const contract::ScoreInst& inst) {
    (inst.is_per_row ? rows_ : items_)
        .push_back({append(inst), inst.kind == language::Kind::Bool && !inst.is_nullable});
  }

  /// The first eight load from a review, the others from an item.
  void add_load(std::size_t load, bool per_row) {
    const bool is_test = program_.loads[load].use == contract::LoadSpec::Use::Test;
    keep({.op = language::Operation::Load,
          .kind = is_test ? language::Kind::Bool : language::Kind::Any,
          .is_nullable = !is_test,
          .is_per_row = per_row,
          .a = static_cast<std::uint32_t>(load)});
  }

  void add_constant(bool per_row) {
    const std::size_t number = below(program_.constants.size());
    const bool is_null = program_.constant_causes[number] != language::NullCause::None;
    keep(
        {.op = language::Operation::Constant,
         .kind = is_null ? language::Kind::Int : language::cell_of(program_.constants[number]).kind,
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
    contract::ScoreInst inst{
        .op = random_operation(), .kind = language::Kind::Any, .is_per_row = per_row};
    const Known a = operand(per_row);
    inst.a = a.value;
    switch (inst.op) {
      case language::Operation::Step:
        inst.b = static_cast<std::uint32_t>(below(language::kMaxSteps));
        inst.kind = program_.code[inst.a].kind;
        break;
      case language::Operation::Inner:
        inst.b = static_cast<std::uint32_t>(below(language::kMaxSteps));
        inst.c = inst.b + 1 + static_cast<std::uint32_t>(below(language::kMaxSteps));
        inst.kind = program_.code[inst.a].kind;
        break;
      case language::Operation::Lookup:
        inst.b = static_cast<std::uint32_t>(below(program_.tables.size()));
        break;
      case language::Operation::BoolNot:
        inst.is_nullable = !a.is_predicate;
        inst.kind = language::Kind::Bool;
        break;
      case language::Operation::TextTest:
        inst.b = 0;
        inst.kind = language::Kind::Bool;
        inst.is_nullable = false;
        break;
      default:
        add_operands(inst, a);
    }
    keep(inst);
  }

  void add_operands(contract::ScoreInst& inst, const Known& a) {
    const std::size_t arity = language::info(inst.op).arity;
    const Known b = operand(inst.is_per_row);
    if (arity > 1) inst.b = b.value;
    if (arity > 2) inst.c = operand(inst.is_per_row).value;
    const std::array<language::ValueType, 3> unknown{};
    inst.kind = language::infer(inst.op, std::span(unknown).first(arity)).kind;
    if (inst.op == language::Operation::BoolAnd || inst.op == language::Operation::BoolOr)
      inst.is_nullable = !a.is_predicate || !b.is_predicate;
  }

  language::Operation random_operation() {
    static constexpr std::array kAll = {
#define SEEDC_OPERATION(id, ...) language::Operation::id,
#define SEEDC_ACCESS(id, ...) language::Operation::id,
#define SEEDC_FOLD(...)  // counts what it leaves out, but only if it is needed
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
    if (below(4) == 0) return contract::kNoOperand;
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
#define SEEDC_AGGREGATE(id, ...) language::Operation::id,
#define SEEDC_KEEP(...)
#include "runtime/language/operations.def"
    };
    const language::Operation op = kAll[below(kAll.size())];
    contract::ScoreInst inst{.op = op, .kind = language::Kind::Any};
    inst.a = random_predicate();
    if (op == language::Operation::Count) {
      inst.kind = language::Kind::Int;
      inst.is_nullable = false;
    } else {
      inst.b = operand(true).value;
      inst.ledger = program_.ledger_count++;
    }
    aggregates_.push_back(append(inst));
  }

  language::Value random_scalar() {
    switch (below(4)) {
      case 0:
        return random_cell_value(language::Kind::Real);
      case 1:
        return random_cell_value(language::Kind::Str);
      default:
        return random_cell_value(language::Kind::Int);
    }
  }

  language::Value random_cell_value(language::Kind kind) {
    using Integers = std::numeric_limits<std::int64_t>;
    constexpr std::array kIntegers = {std::int64_t{0}, Integers::max(), Integers::min(),
                                      (std::int64_t{1} << 53) + 1};
    constexpr std::array kReals = {0.0, -0.0, 1e308, -1e308, 5e-324, 0.1, 1e15 + 0.3};
    constexpr std::array kStrings = {"", "abc", "ABC", "\xC3\xA4", "True", "1"};
    switch (kind) {
      case language::Kind::Bool:
        return below(2) == 0;
      case language::Kind::Int:
        if (below(8) == 0) return kIntegers[below(kIntegers.size())];
        return static_cast<std::int64_t>(below(9)) - 3;
      case language::Kind::Real:
        if (below(8) == 0) return kReals[below(kReals.size())];
        return 0.25 * static_cast<double>(below(20)) - 1;
      case language::Kind::Str:
        return kStrings[below(kStrings.size())];
      case language::Kind::Any:
      case language::Kind::Json:  // of no value that programs compute with
        break;
    }
    return random_cell_value(static_cast<language::Kind>(below(4)));
  }

  language::Cell random_cell(language::Kind kind) {
    return language::cell_of(values_.emplace_back(random_cell_value(kind)));
  }

  /// Usually of one kind, sometimes of several, with nulls or without.
  void add_column(ScoreData& data, std::uint32_t length, contract::LoadSpec::Use use) {
    contract::LoadKind load{static_cast<language::Kind>(below(5)), below(2) == 0};
    if (below(2) == 0 && load.kind != language::Kind::Int) load.kind = language::Kind::Real;
    if (use == contract::LoadSpec::Use::Test) load = {language::Kind::Bool, false};
    std::vector<language::Cell>& cells = data.cells.emplace_back();
    for (std::size_t i = 0; i < 1 + below(12); ++i) cells.push_back(random_cell(load.kind));
    if (load.is_nullable) {
      cells.push_back(language::Cell::none(language::NullCause::Missing));
      cells.push_back(language::Cell::none(language::NullCause::WrongKind));
    }
    std::vector<std::uint32_t>& codes = data.codes.emplace_back(length);
    for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(below(cells.size()));
    data.kinds.push_back(load);
  }

  std::mt19937_64 random_;
  contract::ScoreProgram program_;
  std::vector<Known> rows_;
  std::vector<Known> items_;
  std::vector<std::uint32_t> aggregates_;
  std::deque<language::Value> values_;  ///< the targets of the pointers in string cells
};

}  // namespace seedc::unit
