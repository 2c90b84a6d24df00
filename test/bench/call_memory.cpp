// What calls are charged for their memory (runtime/base/memory.h), compared with what the allocator
// has given out in between.
//
//   seedc-gen -o DATA --items 10000 --reviews 250000 && seedc-call-memory DATA REQUESTS FORMULA
#include <fmt/format.h>
#include <malloc.h>

#include <filesystem>
#include <functional>
#include <string>

#include "engine/datasets.h"
#include "engine/guarded.h"
#include "engine/run.h"
#include "runtime/base/memory.h"

namespace seedc::bench {
namespace {

double allocated() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

class AccountHost final : public engine::Host {
 public:
  base::Call call() const override { return call_; }
  double used() const { return static_cast<double>(budget_->used()); }

 private:
  std::shared_ptr<base::MemoryBudget> budget_ = std::make_shared<base::MemoryBudget>(UINT64_MAX);
  base::Call call_{{.memory = budget_}};
};

/// `body` returns what it made, which is alive when the figures are taken.
template <class Body>
void measure(const std::string& name, const Body& body) {
  AccountHost host;
  const double before = allocated();
  const auto made = engine::guarded([&] { return body(host); });
  const double taken = allocated() - before;
  constexpr double kMega = 1e6;
  fmt::print("{:<32} {:>8.1f} MB charged, {:>8.1f} MB allocated, factor {:.2f}{}\n", name,
             host.used() / kMega, taken / kMega, taken / host.used(),
             made ? "" : ": " + made.error().text);
}

int measure_all(const std::string& data, const std::string& requests, const std::string& formula) {
  const std::string snapshot =
      (std::filesystem::temp_directory_path() / "seedc-call-memory.snapshot").string();
  if (!engine::write_snapshot({.data = data::source_at(data)}, snapshot)) return 1;
  for (const std::string& source : {data, snapshot}) {
    const std::string of_source = source == data ? "JSONL" : "snapshot";
    for (const std::string& program : {requests, formula}) {
      const auto compilation =
          engine::compile_files({program}, {.data = data::source_at(source)}).value();
      const contract::Plan plan = engine::plan_of(*compilation, false);
      const engine::EvaluateOptions options{.data = data::source_at(source), .threads = 2};
      const std::string name =
          std::filesystem::path(program).filename().string() + ", " + of_source;
      measure(name + ", data", [&](AccountHost& host) {
        engine::EvaluateOptions own = options;
        own.host = &host;
        return engine::load_for(plan, own);
      });
      measure(name + ", results", [&](AccountHost& host) {
        engine::EvaluateOptions own = options;
        own.host = &host;
        auto run = engine::run_requests(*compilation, plan, own);
        if (run) (void)engine::run_formulas(*run, *compilation, {});
        return run;
      });
    }
  }
  std::filesystem::remove(snapshot);
  return 0;
}

}  // namespace
}  // namespace seedc::bench

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: seedc-call-memory DATA REQUESTS FORMULA\n");
    return 2;
  }
  return seedc::bench::measure_all(argv[1], argv[2], argv[3]);
}
