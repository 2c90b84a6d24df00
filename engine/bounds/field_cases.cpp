// Two values of a field are in one class if every load and every operation that reads them beside
// constants gives the same for both.
#include "engine/bounds/field_cases.h"

#include <algorithm>
#include <cmath>

#include "engine/bounds/rules.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/load_reader.h"

namespace seedc::bounds {
namespace {

using contract::FieldType;
using contract::LoadSpec;
using language::Cell;

/// Beyond so many combinations, classes of a field are joined.
constexpr std::size_t kMostCases = 1024;

/// The declared values; empty for numbers and texts.
std::vector<language::Value> declared_values(const contract::Field& field) {
  if (field.type == FieldType::Bool) return {language::Value(true), language::Value(false)};
  std::vector<language::Value> values;
  for (const std::string& value : field.values) values.emplace_back(value);
  return values;
}

double number_or(const language::Value& bound, double otherwise) {
  return language::number_of(bound).value_or(otherwise);
}

/// The integer bound that a number is: an integer itself, a real rounded inwards.
std::int64_t integer_or(const language::Value& bound, std::int64_t otherwise, bool is_least) {
  if (const auto* integer = bound.as<std::int64_t>()) return *integer;
  const auto* real = bound.as<double>();
  if (real == nullptr) return otherwise;
  const double whole = is_least ? std::ceil(*real) : std::floor(*real);
  return -0x1p63 <= whole && whole < 0x1p63 ? static_cast<std::int64_t>(whole) : otherwise;
}

/// A field as rows that count have it: of a judge, the confidence is a share, and so is the
/// quality, from the threshold on.
FieldClasses field_of_rows(const contract::RowSet& rows, std::size_t number) {
  FieldClasses field{.field = number, .of_rows = rows.fields[number]};
  const bool is_quality = rows.judge && field.of_rows.name == contract::Judge::kQuality;
  field.is_of_judge =
      is_quality || (rows.judge && field.of_rows.name == contract::Judge::kConfidence);
  field.may_be_missing = !is_quality;
  if (!field.is_of_judge) return field;
  field.of_rows.minimum = is_quality ? std::max(rows.judge->threshold, 0.0) : 0.0;
  field.of_rows.maximum = 1.0;
  return field;
}

bool reads(const LoadSpec& load, const contract::Field& field) {
  return load.source == LoadSpec::Source::Field && load.path.front() == field.name;
}

/// How a formula tells values of a load apart: the results of all that reads it beside constants,
/// or the value itself if anything else does.
class Reading {
 public:
  Reading(const exec::PreparedFormula& prepared)
      : prepared_(prepared),
        program_(prepared.formula().program),
        constants_(exec::constants_of(program_)),
        tests_(prepared.text_tests()) {}

  void add_to(std::vector<Cell>& key, std::uint32_t load, const Cell& cell) {
    if (program_.loads[load].use != LoadSpec::Use::Value) return key.push_back(cell);
    for (std::uint32_t number = 0; number < program_.code.size(); ++number) {
      const contract::ScoreInst& inst = program_.code[number];
      if (inst.op == language::Operation::Load && inst.a == load) add_readers(key, number, cell);
    }
    if (is_listed(load)) key.push_back(cell);
  }

 private:
  void add_readers(std::vector<Cell>& key, std::uint32_t read, const Cell& cell) {
    for (const contract::ScoreInst& inst : program_.code) {
      const auto operands = contract::operands_of(inst);
      if (std::ranges::find(operands, read) != operands.end())
        key.push_back(result_of(inst, read, cell));
    }
    if (std::ranges::find(program_.outputs, read) != program_.outputs.end()) key.push_back(cell);
  }

  /// The result of an instruction, or the cell if it is not one of the cell and constants alone.
  Cell result_of(const contract::ScoreInst& inst, std::uint32_t read, const Cell& cell) {
    if (inst.op == language::Operation::Lookup)
      return contract::look_up(*prepared_.tables()[inst.b], cell);
    if (inst.op == language::Operation::TextTest)
      return contract::test_text(*tests_.testers()[inst.b], cell);
    if (language::info(inst.op).form != language::OperationForm::Computed) return cell;
    std::vector<Cell> operands;
    for (const std::uint32_t operand : contract::operands_of(inst)) {
      if (operand == contract::kNoOperand) continue;
      const contract::ScoreInst& from = program_.code[operand];
      if (operand != read && from.op != language::Operation::Constant) return cell;
      operands.push_back(operand == read ? cell : constants_[from.a]);
    }
    return language::apply(inst.op, operands, strings_);
  }

  bool is_listed(std::uint32_t load) const {
    const auto is_it = [&](const contract::ListSource& source) {
      return source.of == contract::ListSource::Of::Data && source.number == load;
    };
    return std::ranges::any_of(prepared_.formula().lists, [&](const contract::ListSpec& list) {
      return std::ranges::any_of(list.values, is_it) || (list.order && is_it(*list.order));
    });
  }

  const exec::PreparedFormula& prepared_;
  const contract::ScoreProgram& program_;
  std::vector<Cell> constants_;
  exec::ThreadTextTests tests_;
  language::StringPool strings_;
};

FieldClass joined(const FieldClass& a, const FieldClass& b) {
  FieldClass both{.value = nullptr, .loads = a.loads, .tests = a.tests};
  for (std::size_t i = 0; i < b.loads.size(); ++i) both.loads[i].add(b.loads[i]);
  for (std::size_t i = 0; i < b.tests.size(); ++i) both.tests[i].add(b.tests[i]);
  return both;
}

}  // namespace

Bound range_of(const contract::Field& field) {
  if (field.type == FieldType::String || field.type == FieldType::Enum) return Bound::all_texts();
  if (field.type == FieldType::Int) {
    using Limits = std::numeric_limits<std::int64_t>;
    return Bound::integers(integer_or(field.minimum, Limits::min(), true),
                           integer_or(field.maximum, Limits::max(), false));
  }
  using Limits = std::numeric_limits<double>;
  const double low = number_or(field.minimum, Limits::lowest());
  const double high = number_or(field.maximum, Limits::max());
  return Bound::reals(low == 0 ? -0.0 : low, high == 0 ? 0.0 : high);
}

Bound read_any_of(const LoadSpec& load, const Bound& values,
                  std::span<const contract::PreparedTable* const> tables) {
  switch (load.use) {
    case LoadSpec::Use::Value:
      return values;
    case LoadSpec::Use::Test:
      if (!contract::ValueTest::is_on_texts(load.test.op)) return test(load.test, values);
      return values.has_all_texts() ? Bound::booleans() : Bound::of(Cell::of(false));
    case LoadSpec::Use::Lookup:
      return entries_of(*tables[load.table]);
  }
  return values;
}

FieldCases::FieldCases(const exec::PreparedFormula& prepared) {
  const std::size_t count = prepared.formula().rows.fields.size();
  values_.reserve(count);
  for (std::size_t number = 0; number < count; ++number) add_field(prepared, number);
  make_cases();
}

void FieldCases::add_field(const exec::PreparedFormula& prepared, std::size_t number) {
  const contract::Formula& formula = prepared.formula();
  const contract::Field& field = formula.rows.fields[number];
  FieldClasses of_field = field_of_rows(formula.rows, number);
  for (std::uint32_t load = 0; load < formula.program.loads.size(); ++load) {
    if (reads(formula.program.loads[load], field)) of_field.loads.push_back(load);
  }
  const auto& kept = formula.rows.kept;
  for (std::uint32_t test = 0; kept && test < kept->tests.size(); ++test) {
    if (reads(kept->tests[test], field)) of_field.tests.push_back(test);
  }
  if (of_field.loads.empty() && of_field.tests.empty()) return;
  std::vector<language::Value>& values = values_.emplace_back(declared_values(field));
  const bool is_open = values.empty();
  if (of_field.may_be_missing) values.emplace_back();
  std::vector<std::uint32_t>& numbers = class_numbers_.emplace_back();

  Reading reading(prepared);
  std::vector<exec::LoadReader> readers;
  for (const std::uint32_t load : of_field.loads) readers.emplace_back(prepared, load);
  std::deque<exec::PreparedTest> tests;
  for (const std::uint32_t test : of_field.tests) tests.emplace_back(kept->tests[test]);
  std::vector<std::vector<Cell>> keys;
  for (const language::Value& value : values) {
    FieldClass of_value{.value = &value};
    std::vector<Cell> key;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const Cell cell = readers[i].read(value);
      reading.add_to(key, of_field.loads[i], cell);
      of_value.loads.push_back(Bound::of(cell));
    }
    for (std::size_t i = 0; i < tests.size(); ++i) {
      exec::PreparedTest::Run run(tests[i]);
      const language::Value& read = exec::or_default(tests[i].load(), value);
      key.push_back(Cell::of(run.passes(read)));
      of_value.tests.push_back(Bound::of(key.back()));
    }
    const auto same = std::ranges::find_if(
        keys, [&](const auto& other) { return std::ranges::equal(other, key, is_same); });
    numbers.push_back(static_cast<std::uint32_t>(same - keys.begin()));
    if (same != keys.end()) continue;
    keys.push_back(std::move(key));
    of_field.classes.push_back(std::move(of_value));
  }
  if (is_open) {
    FieldClass any;
    const Bound range = range_of(of_field.of_rows);
    for (const std::uint32_t load : of_field.loads)
      any.loads.push_back(read_any_of(formula.program.loads[load], range, prepared.tables()));
    for (const std::uint32_t test : of_field.tests)
      any.tests.push_back(read_any_of(kept->tests[test], range, prepared.tables()));
    of_field.classes.push_back(std::move(any));
  }
  fields_.push_back(std::move(of_field));
}

void FieldCases::make_cases() {
  const auto count = [&] {
    std::size_t product = 1;
    for (const FieldClasses& field : fields_)
      product = std::min(product * field.classes.size(), std::size_t{1} << 32);
    return product;
  };
  while (count() > kMostCases) {
    FieldClasses& most = *std::ranges::max_element(
        fields_, {}, [](const FieldClasses& field) { return field.classes.size(); });
    const FieldClass last = std::move(most.classes.back());
    most.classes.pop_back();
    most.classes.back() = joined(most.classes.back(), last);
    for (std::uint32_t& number : class_numbers_[static_cast<std::size_t>(&most - fields_.data())])
      number = std::min<std::uint32_t>(number, static_cast<std::uint32_t>(most.classes.size() - 1));
  }
  cases_.emplace_back();
  for (const FieldClasses& field : fields_) {
    std::vector<FieldCase> longer;
    for (const FieldCase& so_far : cases_) {
      for (std::uint32_t number = 0; number < field.classes.size(); ++number) {
        longer.push_back(so_far);
        longer.back().push_back(number);
      }
    }
    cases_ = std::move(longer);
  }
}

std::uint32_t FieldCases::class_of(std::size_t field, const language::Value& value) const {
  const std::vector<language::Value>& values = values_[field];
  const auto found = std::ranges::find(values, value);
  if (found != values.end())
    return class_numbers_[field][static_cast<std::size_t>(found - values.begin())];
  return static_cast<std::uint32_t>(fields_[field].classes.size() - 1);
}

}  // namespace seedc::bounds
