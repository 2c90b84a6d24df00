// The kernels of both backends on made-up plans: lookups and plane programs, in time per item, and
// the price of compiling. The cost model of tools/seedc/backend.cpp takes its figures from here.
#include "runtime/exec/kernels.h"

#include <benchmark/benchmark.h>

#include <random>

#include "compiler/jit/native.h"
#include "runtime/exec/planes.h"

namespace seedc {
namespace {

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

plan::Plan plan_of(PlaneProgram results) {
  plan::Plan plan;
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
    for (std::size_t k = 0; k < kLookups; ++k)
      lookups.push_back({codes[k].data(), verdicts[k].data()});
  }
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<std::uint8_t>> verdicts;
  std::vector<Lookup> lookups;
};

void per_item(benchmark::State& state, double work) {
  state.counters["per_item_and_step"] = benchmark::Counter(
      work * kItems, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void interpreted_lookups(benchmark::State& state) {
  const Columns columns;
  const plan::Plan plan;
  const auto kernels = make_interpreter(plan);
  Planes planes(2 * kLookups, kItems);
  for (auto _ : state) kernels->lookup(columns.lookups, planes.pointers(), 0, planes.words());
  per_item(state, kLookups);
}
BENCHMARK(interpreted_lookups);

void native_lookups(benchmark::State& state) {
  const Columns columns;
  const auto code = NativeCode::compile({.lookup_count = kLookups, .programs = {}});
  Planes planes(2 * kLookups, kItems);
  for (auto _ : state) code->lookup()(columns.lookups.data(), planes.pointers(), 0, planes.words());
  per_item(state, kLookups);
}
BENCHMARK(native_lookups);

void interpreted_program(benchmark::State& state) {
  const plan::Plan plan = plan_of(random_program(static_cast<std::size_t>(state.range(0))));
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
  const auto code = NativeCode::compile({.lookup_count = 0, .programs = {program}});
  const Planes inputs(2 * kLookups, kItems);
  Planes outputs(200, kItems);
  for (auto _ : state)
    code->programs()[0](inputs.pointers(), outputs.pointers(), 0, inputs.words());
  per_item(state, static_cast<double>(program.code.size()));
}
BENCHMARK(native_program)->Arg(400)->Arg(3000);

void compile_native(benchmark::State& state) {
  const KernelSource source{.lookup_count = kLookups,
                            .programs = {random_program(static_cast<std::size_t>(state.range(0)))}};
  for (auto _ : state) benchmark::DoNotOptimize(NativeCode::compile(source));
}
BENCHMARK(compile_native)->Arg(400)->Arg(3000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace seedc

BENCHMARK_MAIN();
