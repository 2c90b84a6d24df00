// Lookups, and the kernels of both backends on made-up plans: plane programs, in time per item,
// score programs, and the price of compiling. The cost model of engine/backend.cpp takes its
// figures from here.
#include "runtime/exec/kernels.h"

#include <benchmark/benchmark.h>

#include <random>

#include "compiler/native/jit/native.h"
#include "runtime/exec/item_lookups.h"
#include "runtime/exec/planes.h"
#include "runtime/exec/score_kernels.h"
#include "runtime/language/score_ops.h"

namespace seedc::bench {
namespace {

using codegen::KernelSource;
using contract::kNoOperand;
using contract::Plan;
using contract::PlaneProgram;
using contract::ScoreInput;
using contract::ScoreInst;
using contract::ScoreLoad;
using contract::ScoreProgram;
using exec::ItemLookup;
using exec::look_up_items;
using exec::make_interpreter;
using exec::make_score_interpreter;
using exec::Planes;
using exec::Program;
using jit::NativeCode;
using language::Cell;
using language::cell_of;
using language::Kind;
using language::kNullCauseCount;
using language::NullCause;
using language::Operation;
using language::Value;

constexpr std::uint64_t kItems = 10'240;
constexpr std::size_t kLookups = 150;
constexpr std::size_t kDistinct = 50;

/// A program of `size` operations over the planes of all lookups, with 200 outputs.
PlaneProgram random_program(std::size_t size) {
  std::mt19937 random(1);
  PlaneProgram program;
  program.input_count = 2 * kLookups;
  for (std::uint32_t i = 0; i < program.input_count; ++i)
    program.code.push_back({PlaneProgram::Op::Input, i});
  while (program.code.size() < program.input_count + size) {
    const auto values = static_cast<std::uint32_t>(program.code.size());
    const auto op = random() % 2 == 0 ? PlaneProgram::Op::And : PlaneProgram::Op::Or;
    program.code.push_back({op, static_cast<std::uint32_t>(random() % values),
                            static_cast<std::uint32_t>(random() % values)});
  }
  for (std::uint32_t i = 0; i < 200; ++i)
    program.outputs.push_back(static_cast<std::uint32_t>(program.code.size()) - 1 - i);
  return program;
}

Plan plan_of(PlaneProgram results) {
  Plan plan;
  plan.results = std::move(results);
  return plan;
}

/// Columns of random codes, with tables of random verdicts.
struct Columns {
  Columns() {
    std::mt19937 random(2);
    for (std::size_t k = 0; k < kLookups; ++k) {
      codes.emplace_back(kItems);
      for (auto& code : codes.back()) code = random() % kDistinct;
      verdicts.emplace_back(kDistinct);
      for (auto& verdict : verdicts.back()) verdict = static_cast<std::uint8_t>(random() % 3);
    }
    for (std::size_t k = 0; k < kLookups; ++k) lookups.push_back({codes[k], verdicts[k].data()});
  }
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<std::uint8_t>> verdicts;
  std::vector<ItemLookup> lookups;
};

void per_item(benchmark::State& state, double work) {
  state.counters["per_item_and_step"] = benchmark::Counter(
      work * kItems, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void lookups(benchmark::State& state) {
  const Columns columns;
  Planes planes(2 * kLookups, kItems);
  for (auto _ : state) look_up_items(columns.lookups, planes.pointers(), 0, planes.words());
  per_item(state, kLookups);
}
BENCHMARK(lookups);

void interpreted_program(benchmark::State& state) {
  const Plan plan = plan_of(random_program(static_cast<std::size_t>(state.range(0))));
  const auto kernels = make_interpreter(plan);
  const Planes inputs(2 * kLookups, kItems);
  Planes outputs(200, kItems);
  for (auto _ : state)
    kernels->run(Program::Results, inputs.pointers(), outputs.pointers(), 0, inputs.words());
  per_item(state, static_cast<double>(plan.results.code.size()));
}
BENCHMARK(interpreted_program)->Arg(400)->Arg(3000);

void native_program(benchmark::State& state) {
  const PlaneProgram program = random_program(static_cast<std::size_t>(state.range(0)));
  const auto code = NativeCode::compile({.programs = {program}});
  const Planes inputs(2 * kLookups, kItems);
  Planes outputs(200, kItems);
  for (auto _ : state)
    code->programs()[0](inputs.pointers(), outputs.pointers(), 0, inputs.words());
  per_item(state, static_cast<double>(program.code.size()));
}
BENCHMARK(native_program)->Arg(400)->Arg(3000);

void compile_native(benchmark::State& state) {
  const KernelSource source{.programs = {random_program(static_cast<std::size_t>(state.range(0)))}};
  for (auto _ : state) benchmark::DoNotOptimize(NativeCode::compile(source));
}
BENCHMARK(compile_native)->Arg(400)->Arg(3000)->Unit(benchmark::kMillisecond);

/// A formula like the one in the language's document: nine counts, a sum and a maximum over rows,
/// and arithmetic over their results.
class ScoreBuilder {
 public:
  std::uint32_t load(Kind kind, bool is_nullable) {
    program.loads.emplace_back();
    return row(Operation::Load, kind, static_cast<std::uint32_t>(program.loads.size() - 1),
               kNoOperand, is_nullable);
  }
  std::uint32_t both(std::uint32_t a, std::uint32_t b) {
    return row(Operation::BoolAnd, Kind::Bool, a, b, false);
  }
  std::uint32_t constant(Value value) {
    program.constants.push_back(std::move(value));
    program.constant_causes.push_back(NullCause::None);
    return append({.op = Operation::Constant,
                   .kind = cell_of(program.constants.back()).kind,
                   .is_nullable = false,
                   .a = static_cast<std::uint32_t>(program.constants.size() - 1)});
  }
  std::uint32_t row(Operation op, Kind kind, std::uint32_t a, std::uint32_t b = kNoOperand,
                    bool is_nullable = true) {
    return append(
        {.op = op, .kind = kind, .is_nullable = is_nullable, .is_per_row = true, .a = a, .b = b});
  }
  std::uint32_t item(Operation op, Kind kind, std::uint32_t a, std::uint32_t b = kNoOperand,
                     std::uint32_t c = kNoOperand) {
    return append({.op = op, .kind = kind, .a = a, .b = b, .c = c});
  }
  std::uint32_t count(std::uint32_t predicate) {
    return append(
        {.op = Operation::Count, .kind = Kind::Int, .is_nullable = false, .a = predicate});
  }
  std::uint32_t aggregate(Operation op, Kind kind, std::uint32_t predicate, std::uint32_t value) {
    return append(
        {.op = op, .kind = kind, .a = predicate, .b = value, .ledger = program.ledger_count++});
  }
  std::uint32_t append(const ScoreInst& inst) {
    program.code.push_back(inst);
    return static_cast<std::uint32_t>(program.code.size() - 1);
  }

  ScoreProgram program;
};

ScoreProgram formula() {
  ScoreBuilder builder;
  std::vector<std::uint32_t> tests;
  for (int i = 0; i < 10; ++i) tests.push_back(builder.load(Kind::Bool, false));
  const std::uint32_t stars = builder.load(Kind::Real, false);
  const std::uint32_t useful = builder.load(Kind::Int, false);
  const std::uint32_t year = builder.load(Kind::Int, true);
  const std::uint32_t five = builder.constant(5.0);
  const std::uint32_t one = builder.constant(1);
  const std::uint32_t is_incident = builder.both(tests[0], tests[1]);
  const std::uint32_t harm = builder.row(Operation::Sub, Kind::Real, five, stars);
  const std::uint32_t votes = builder.row(Operation::Add, Kind::Int, useful, one);
  const std::uint32_t weight = builder.row(Operation::Log, Kind::Real, votes);
  const std::uint32_t both = builder.row(Operation::Add, Kind::Real, harm, weight);
  std::vector<std::uint32_t> predicates = {tests[7], tests[8], tests[9], kNoOperand};
  for (int i = 2; i < 7; ++i)
    predicates.push_back(builder.both(i < 5 ? tests[0] : is_incident, tests[i]));
  std::vector<std::uint32_t> counts;
  for (const std::uint32_t predicate : predicates) counts.push_back(builder.count(predicate));
  const std::uint32_t sum = builder.aggregate(Operation::Sum, Kind::Real, is_incident, both);
  const std::uint32_t latest = builder.aggregate(Operation::Greatest, Kind::Int, is_incident, year);
  const auto row_end = static_cast<std::uint32_t>(builder.program.code.size());
  const std::uint32_t tenth = builder.constant(0.1);
  std::uint32_t score = builder.item(Operation::Add, Kind::Real, sum, tenth);
  for (const std::uint32_t count : counts) {
    const std::uint32_t real = builder.item(Operation::ToReal, Kind::Real, count);
    score = builder.item(Operation::Mul, Kind::Real,
                         builder.item(Operation::Add, Kind::Real, real, score), tenth);
    builder.program.outputs.push_back(score);
  }
  builder.program.outputs.push_back(latest);
  builder.program.phases.push_back(
      {row_end, static_cast<std::uint32_t>(builder.program.code.size())});
  return std::move(builder.program);
}

/// 250,000 rows of 10,000 items, for `formula`.
struct Rows {
  static constexpr std::uint32_t kScoredItems = 10'000;
  static constexpr std::uint32_t kRowsAnItem = 25;

  explicit Rows(const ScoreProgram& program) : left_out(program.ledger_count * kNullCauseCount) {
    std::mt19937 random(3);
    for (std::size_t k = 0; k < program.loads.size(); ++k) {
      auto& column = cells.emplace_back();
      for (std::int64_t i = 0; i < 8; ++i)
        column.push_back(k < 10 ? Cell::of(i < 3) : k == 10 ? Cell::of(0.5 * i) : Cell::of(i));
      auto& row_codes = codes.emplace_back(kScoredItems * kRowsAnItem);
      for (std::uint32_t& code : row_codes) code = random() % 8;
    }
    for (std::size_t k = 0; k < codes.size(); ++k)
      loads.push_back({codes[k].data(), cells[k].data()});
    for (const Value& value : program.constants) constants.push_back(cell_of(value));
    for (std::uint32_t item = 0; item <= kScoredItems; ++item)
      row_begins.push_back(item * kRowsAnItem);
    outputs.assign(program.outputs.size(), std::vector<Cell>(kScoredItems));
    for (auto& output : outputs) output_pointers.push_back(output.data());
  }
  ScoreInput input() const { return {loads.data(), constants.data(), nullptr, row_begins.data()}; }
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<Cell>> cells;
  std::vector<ScoreLoad> loads;
  std::vector<Cell> constants;
  std::vector<std::uint32_t> row_begins;
  std::vector<std::vector<Cell>> outputs;
  std::vector<Cell*> output_pointers;
  std::vector<std::uint64_t> left_out;
};

void interpreted_score(benchmark::State& state) {
  const ScoreProgram program = formula();
  const auto kernels = make_score_interpreter(program);
  Rows rows(program);
  for (auto _ : state)
    kernels->run(rows.input(), 0, Rows::kScoredItems, rows.output_pointers.data(),
                 rows.left_out.data());
}
BENCHMARK(interpreted_score)->Unit(benchmark::kMillisecond);

void native_score(benchmark::State& state) {
  const ScoreProgram program = formula();
  const auto code = NativeCode::compile({.scores = {&program}});
  Rows rows(program);
  const ScoreInput input = rows.input();
  for (auto _ : state)
    code->scores()[0](&input, 0, Rows::kScoredItems, rows.output_pointers.data(),
                      rows.left_out.data());
}
BENCHMARK(native_score)->Unit(benchmark::kMillisecond);

/// A program of `size` additions for items.
ScoreProgram long_sum(std::size_t size) {
  ScoreBuilder builder;
  std::uint32_t sum = builder.constant(1);
  std::uint32_t first = sum;
  for (std::size_t i = 0; i < size; ++i) {
    sum = builder.item(Operation::Add, Kind::Int, sum, i % 2 == 0 ? sum : first);
    if (i % 50 == 0) first = sum;
  }
  builder.program.outputs = {sum};
  builder.program.phases = {{0, static_cast<std::uint32_t>(builder.program.code.size())}};
  return std::move(builder.program);
}

void compile_score(benchmark::State& state) {
  const ScoreProgram program = formula();
  for (auto _ : state) benchmark::DoNotOptimize(NativeCode::compile({.scores = {&program}}));
}
BENCHMARK(compile_score)->Unit(benchmark::kMillisecond);

void compile_long_score(benchmark::State& state) {
  const ScoreProgram program = long_sum(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(NativeCode::compile({.scores = {&program}}));
}
BENCHMARK(compile_long_score)->Arg(100)->Arg(1000)->Arg(60'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace seedc::bench

BENCHMARK_MAIN();
