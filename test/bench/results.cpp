// Results of a million items handed out as Arrow: every batch is pulled and released.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/report/arrow/formula_stream.h"
#include "engine/report/arrow/request_stream.h"
#include "runtime/data/model/storage.h"

namespace seedc::bench {
namespace {

using language::Cell;
using language::Kind;

constexpr std::uint32_t kResultItems = 1'000'000;

/// Items without reviews, with ids as long as Yelp's.
struct Items {
  Items() {
    constexpr std::size_t kIdBytes = 22;
    std::vector<std::string_view> views;
    for (std::uint32_t item = 0; item < kResultItems; ++item) {
      std::string number = std::to_string(item);
      ids.push_back(std::string(kIdBytes - number.size(), '_') + number);
    }
    views.assign(ids.begin(), ids.end());
    auto storage = std::make_shared<data::Dataset::Storage>();
    storage->item_ids = data::Texts(std::move(views));
    dataset = data::Dataset(std::move(storage));
  }
  std::vector<std::string> ids;
  data::Dataset dataset{nullptr};
};

const data::Dataset& million_items() {
  static const Items items;
  return items.dataset;
}

/// Pulls all batches; the number of their rows.
std::int64_t drain(ArrowArrayStream stream) {
  std::int64_t rows = 0;
  ArrowArray batch{};
  while (stream.get_next(&stream, &batch) == 0 && batch.release != nullptr) {
    rows += batch.length;
    batch.release(&batch);
  }
  stream.release(&stream);
  return rows;
}

/// A formula of an integer, some of which are null, a real, a text and a boolean.
struct Scored {
  Scored() {
    for (const Kind kind : {Kind::Int, Kind::Real, Kind::Str, Kind::Bool}) {
      const auto number = static_cast<std::uint32_t>(formula.outputs.size());
      formula.program.code.push_back({.kind = kind});
      formula.program.outputs.push_back(number);
      formula.outputs.push_back("OUTPUT_" + std::to_string(number));
      formula.output_keys.push_back({formula.outputs.back()});
    }
    result.outputs.resize(formula.outputs.size());
    for (std::uint32_t item = 0; item < kResultItems; ++item) {
      result.outputs[0].push_back(item % 8 == 0 ? Cell::none(language::NullCause::NoRows)
                                                : Cell::of(std::int64_t{item}));
      result.outputs[1].push_back(Cell::of(item / 3.0));
      result.outputs[2].push_back(Cell::of(&words[item % words.size()]));
      result.outputs[3].push_back(Cell::of(item % 3 == 0));
    }
  }
  std::vector<std::string> words = {"low risk", "high risk", "medium"};
  contract::Formula formula;
  exec::FormulaResult result;
};

void formula_to_arrow(benchmark::State& state) {
  const Scored scored;
  const report::FormulaReport report{.formula = &scored.formula, .result = &scored.result};
  const data::Dataset& items = million_items();
  for (auto _ : state)
    benchmark::DoNotOptimize(drain(report::arrow::output_stream(report, items, nullptr)));
}
BENCHMARK(formula_to_arrow)->Unit(benchmark::kMillisecond);

/// The first request pays for the dictionary of items.
void requests_to_arrow(benchmark::State& state) {
  const exec::Planes planes(2, kResultItems);
  std::vector<report::RequestResult> results;
  for (std::int64_t request = 0; request < state.range(0); ++request) {
    results.push_back({.id = "R" + std::to_string(request),
                       .compiled = true,
                       .values = exec::PlaneValues(planes, 0)});
  }
  const contract::Plan plan;
  const data::Dataset& items = million_items();
  for (auto _ : state)
    benchmark::DoNotOptimize(drain(report::arrow::request_stream(results, plan, items, nullptr)));
}
BENCHMARK(requests_to_arrow)->Arg(1)->Arg(11)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace seedc::bench
