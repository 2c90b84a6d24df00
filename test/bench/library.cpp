// A call through the C ABI on a prepared program and 50 items, beside the same run in the engine:
// what the library adds.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/run.h"
#include "include/seedc/seedc.hpp"
#include "runtime/data/kept_source.h"

namespace seedc::bench {
namespace {

const std::string kProgram = "R1: AND(wifi, NOT(loud))\n";

/// A bundle of 50 items.
const std::string& fifty_items() {
  static const std::string file = [] {
    std::string name = (std::filesystem::temp_directory_path() / "seedc-50-items.jsonl").string();
    std::ofstream out(name);
    for (int item = 0; item < 50; ++item)
      out << fmt::format(
          R"({{"business":{{"business_id":"i{}","wifi":{},"loud":{}}},"reviews":[]}})"
          "\n",
          item, item % 2 == 0, item % 3 == 0);
    return name;
  }();
  return file;
}

void call_of_the_library(benchmark::State& state) {
  const Session session;
  const Data data = session.open(fifty_items());
  const Prepared prepared =
      session.compile(kProgram, data).prepare({.backend = seedc::Backend::Interp});
  for (auto _ : state) benchmark::DoNotOptimize(prepared.run(data).requests()[0].matches.size());
}

void run_of_the_engine(benchmark::State& state) {
  const engine::EvaluateOptions options{.data = data::kept(data::source_at(fifty_items())),
                                        .backend = engine::Backend::Interp};
  const auto compilation = engine::compile_text("p.req", kProgram, {.data = options.data});
  const auto plan =
      std::make_shared<const contract::Plan>(engine::plan_of(**compilation, /*keep_names=*/false));
  const auto prepared = engine::Prepared::make(*plan, options.backend, 50);
  for (auto _ : state) {
    const auto run = engine::run_requests(**compilation, plan, *prepared, options);
    benchmark::DoNotOptimize(run->results[0].matches.size());
  }
}

BENCHMARK(call_of_the_library)->Unit(benchmark::kMicrosecond);
BENCHMARK(run_of_the_engine)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace seedc::bench
