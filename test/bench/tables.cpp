// 100,000 items that come in as one Arrow batch: columns of fixed width and of texts, read, checked
// and loaded, beside a copy of the same bytes.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/source.h"
#include "test/support/arrow_arrays.h"

namespace seedc::bench {
namespace {

using support::ArrowNode;

constexpr std::size_t kBatchItems = 100'000;
constexpr int kColumnsOfAKind = 8;

template <class Make>
auto drawn(const Make& make) {
  std::vector<decltype(make(0))> values;
  values.reserve(kBatchItems);
  for (std::size_t item = 0; item < kBatchItems; ++item) values.push_back(make(item));
  return values;
}

ArrowNode ids() {
  return support::texts("business_id", drawn([](std::size_t item) {
                          return std::optional("____________________" + std::to_string(item));
                        }));
}

/// What the columns hold.
enum Content { Stars, Counts, Reals, Booleans, Texts, Dictionaries };

ArrowNode column(Content content, int number) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number));
  const std::string name = "c" + std::to_string(number);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  switch (content) {
    case Stars:
      return support::fixed<double>("g", name, drawn([&](std::size_t) {
                                      return std::optional(static_cast<double>(below(9)) / 2 + 1);
                                    }));
    case Counts:
      return support::fixed<std::int64_t>(
          "l", name, drawn([&](std::size_t) {
            return std::optional(static_cast<std::int64_t>(below(5000)));
          }));
    case Reals:
      return support::fixed<double>(
          "g", name, drawn([&](std::size_t) {
            return std::optional(static_cast<double>(below(1u << 30)) / 1024.0);
          }));
    case Booleans:
      return support::booleans(name,
                               drawn([&](std::size_t) { return std::optional(below(2) == 1); }));
    case Texts:
    case Dictionaries:
      break;
  }
  const auto text = [](std::uint64_t word) {
    return std::optional("a text like that of an attribute, " + std::to_string(word));
  };
  if (content == Texts)
    return support::texts(name, drawn([&](std::size_t) { return text(below(1000)); }));
  std::vector<std::optional<std::string>> words;
  for (std::uint64_t word = 0; word < 1000; ++word) words.push_back(text(word));
  return support::dictionary<std::int32_t>(
      "i", name,
      drawn([&](std::size_t) { return std::optional(static_cast<std::int32_t>(below(1000))); }),
      support::texts("", words));
}

/// A batch that is made once, and lent to streams.
class LentBatch {
 public:
  explicit LentBatch(const ArrowNode& node) : node_(node) { support::export_array(node, &array_); }
  LentBatch(const LentBatch&) = delete;
  LentBatch& operator=(const LentBatch&) = delete;
  ~LentBatch() { array_.release(&array_); }
  const ArrowNode& node() const { return node_; }
  ArrowArray lent() const {
    ArrowArray array = array_;
    array.release = [](ArrowArray* given) { given->release = nullptr; };
    return array;
  }

 private:
  ArrowNode node_;
  ArrowArray array_{};
};

/// Gives the batch once.
class LentStream : public ArrowArrayStream {
 public:
  explicit LentStream(const LentBatch& batch)
      : ArrowArrayStream{give_schema, give_next,
                         [](ArrowArrayStream*) -> const char* { return ""; },
                         [](ArrowArrayStream* stream) { stream->release = nullptr; }, this},
        batch_(batch) {}

 private:
  static LentStream& self(ArrowArrayStream* stream) {
    return *static_cast<LentStream*>(stream->private_data);
  }
  static int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    support::export_schema(self(stream).batch_.node(), out);
    return 0;
  }
  static int give_next(ArrowArrayStream* stream, ArrowArray* out) {
    *out = std::exchange(self(stream).is_over_, true) ? ArrowArray{} : self(stream).batch_.lent();
    return 0;
  }

  const LentBatch& batch_;
  bool is_over_ = false;
};

/// Reads, checks and loads the batch; the ids alone with no columns, which is subtracted by eye.
void items_from_arrow(benchmark::State& state, Content content) {
  std::vector<ArrowNode> columns = {ids()};
  std::size_t bytes = 0;
  data::DataNeeds needs;
  for (int number = 0; number < state.range(0); ++number) {
    columns.push_back(column(content, number));
    for (const auto& buffer : columns.back().buffers) bytes += buffer ? buffer->size() : 0;
    needs.item_paths.push_back({columns.back().name});
  }
  const LentBatch batch(support::rows(std::move(columns)));
  for (auto _ : state) {
    LentStream stream(batch);
    const auto table = data::arrow::read_table(&stream, "items");
    const auto source = data::arrow::source_of({.items = *table});
    const auto dataset = (*source)->load(needs, {.threads = 1});
    benchmark::DoNotOptimize(dataset->item_count());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

/// The peer: the bytes of as many columns of 64 bits, copied.
void copy_of_columns(benchmark::State& state) {
  const std::string bytes(kBatchItems * sizeof(double) * kColumnsOfAKind, 'x');
  std::string copy(bytes.size(), ' ');
  for (auto _ : state) {
    copy.replace(0, bytes.size(), bytes);
    benchmark::DoNotOptimize(copy.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}

BENCHMARK_CAPTURE(items_from_arrow, ids, Stars)->Arg(0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(items_from_arrow, stars, Stars)
    ->Arg(kColumnsOfAKind)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(items_from_arrow, counts, Counts)
    ->Arg(kColumnsOfAKind)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(items_from_arrow, reals, Reals)
    ->Arg(kColumnsOfAKind)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(items_from_arrow, booleans, Booleans)
    ->Arg(kColumnsOfAKind)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(items_from_arrow, texts, Texts)
    ->Arg(kColumnsOfAKind)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(items_from_arrow, dictionaries, Dictionaries)
    ->Arg(kColumnsOfAKind)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(copy_of_columns)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace seedc::bench
