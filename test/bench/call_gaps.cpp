// The longest time between two checks of a call (runtime/base/call.h), for each kind of call on one
// thread: how late a call that is cancelled may notice it. Beside it the longest processor time,
// which other work on the machine does not lengthen.
//
//   seedc-gen -o DATA --items 10000 --reviews 250000 && seedc-call-gaps DATA REQUESTS FORMULA [MS]
//
// With MS, the stack after each gap of more processor time is written to stderr, for addr2line.
#include <execinfo.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>

#include "engine/datasets.h"
#include "engine/explain_program.h"
#include "engine/guarded.h"
#include "engine/lint/lint_program.h"
#include "engine/names.h"
#include "engine/run.h"
#include "engine/why.h"

namespace seedc::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Notes when it is asked whether the call is cancelled, which it never is.
class GapHost final : public engine::Host {
 public:
  explicit GapHost(Milliseconds shown)
      : shown_(shown), call_({.is_cancelled = [this] { return note(); }}) {}
  base::Call call() const override { return call_; }

  bool note() {
    const Milliseconds gap = Clock::now() - last_;
    const Milliseconds used = processor_time() - last_used_;
    longest_ = std::max(longest_, gap);
    longest_used_ = std::max(longest_used_, used);
    if (used > shown_) show(used);
    last_ = Clock::now();
    last_used_ = processor_time();
    ++checks_;
    return false;
  }
  Milliseconds longest() const { return longest_; }
  Milliseconds longest_used() const { return longest_used_; }
  std::uint64_t checks() const { return checks_; }

 private:
  /// Of this thread.
  static Milliseconds processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  static void show(Milliseconds gap) {
    fmt::print(stderr, "gap of {:.1f} ms before\n", gap.count());
    std::array<void*, 24> frames{};
    const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    ::backtrace_symbols_fd(frames.data(), depth, STDERR_FILENO);
  }

  Milliseconds shown_;
  Milliseconds longest_{0};
  Milliseconds longest_used_{0};
  std::uint64_t checks_ = 0;
  Clock::time_point last_ = Clock::now();
  Milliseconds last_used_ = processor_time();
  base::Call call_;
};

struct Inputs {
  std::string data, requests, formula;
  Milliseconds shown;
};

using Done = base::Result<std::string>;

void measure(const Inputs& inputs, const std::string& name,
             const std::function<Done(engine::Host&)>& body) {
  GapHost host(inputs.shown);
  const auto begin = Clock::now();
  const Done done = engine::guarded([&] { return body(host); });
  host.note();
  fmt::print(
      "{:<24} {:>9.1f} ms {:>9} checks, longest gap {:>7.1f} ms, of a processor {:>5.1f}{}\n", name,
      Milliseconds(Clock::now() - begin).count(), host.checks(), host.longest().count(),
      host.longest_used().count(), done ? "" : ": " + done.error().text);
  std::fflush(stdout);
}

engine::EvaluateOptions of(const std::string& data, engine::Host& host) {
  return {.data = data::source_at(data), .threads = 1, .host = &host};
}

base::Result<std::unique_ptr<engine::Compilation>> compile(const std::string& file,
                                                           const std::string& data,
                                                           engine::Host& host) {
  return engine::compile_files({file}, {.data = data::source_at(data), .host = &host});
}

Done run(const std::string& program, const std::string& data, engine::Host& host) {
  const auto compilation = compile(program, data, host);
  if (!compilation) return tl::unexpected(compilation.error());
  auto run = engine::run_requests(**compilation, engine::plan_of(**compilation, false, host.call()),
                                  of(data, host));
  if (!run) return tl::unexpected(run.error());
  engine::FormulaRunOptions formulas;
  formulas.execute.threads = formulas.load.threads = 1;
  if (auto done = engine::run_formulas(*run, **compilation, formulas); !done)
    return tl::unexpected(done.error());
  return engine::format_program_run(*run, report::Format::Json);
}

Done names(const std::string& data, engine::Host& host) {
  return engine::all_names(of(data, host), [](const resolve::Reading&) { return true; })
      .map([](const auto& counted) { return std::to_string(counted.size()); });
}

Done lints(const std::string& program, const std::string& data, engine::Host& host) {
  const auto compilation = compile(program, data, host);
  if (!compilation) return tl::unexpected(compilation.error());
  return lint::lint(**compilation, {.data = data::source_at(data), .threads = 1, .host = &host})
      .map([] { return std::string(); });
}

void measure_runs(const Inputs& inputs, const std::string& data, const std::string& of_data) {
  const auto each = [&](const std::string& name, const auto& body) {
    measure(inputs, name + of_data, body);
  };
  each("compile, ", [&](engine::Host& host) -> Done {
    return compile(inputs.requests, data, host).map([](const auto&) { return std::string(); });
  });
  each("schema, ", [&](engine::Host& host) -> Done {
    return engine::read_schema(*data::source_at(data), host).map([](const auto&) {
      return std::string();
    });
  });
  each("requests, ", [&](engine::Host& host) { return run(inputs.requests, data, host); });
  each("formula, ", [&](engine::Host& host) { return run(inputs.formula, data, host); });
  each("names, ", [&](engine::Host& host) { return names(data, host); });
  each("lints, ", [&](engine::Host& host) { return lints(inputs.requests, data, host); });
  each("why, ", [&](engine::Host& host) -> Done {
    const auto compilation = compile(inputs.requests, data, host);
    if (!compilation) return tl::unexpected(compilation.error());
    return engine::explain_why(**compilation, {.evaluate = of(data, host)});
  });
  each("explain, ", [&](engine::Host& host) -> Done {
    const auto compilation = compile(inputs.requests, data, host);
    if (!compilation) return tl::unexpected(compilation.error());
    return engine::explain_program(**compilation, {.evaluate = of(data, host), .item = "no such"});
  });
}

int measure_all(const Inputs& inputs) {
  measure_runs(inputs, inputs.data, "JSONL");
  const std::string snapshot =
      (std::filesystem::temp_directory_path() / "seedc-call-gaps.snapshot").string();
  measure(inputs, "snapshot written", [&](engine::Host& host) {
    return engine::write_snapshot(of(inputs.data, host), snapshot).map([](std::uint64_t bytes) {
      return std::to_string(bytes);
    });
  });
  measure(inputs, "snapshot verified", [&](engine::Host& host) {
    return engine::verify_snapshot(snapshot, host.call()).map([] { return std::string(); });
  });
  measure_runs(inputs, snapshot, "snapshot");
  std::filesystem::remove(snapshot);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace seedc::bench

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: seedc-call-gaps DATA REQUESTS FORMULA [MS]\n");
    return 2;
  }
  const double shown = argc > 4 ? std::atof(argv[4]) : 1e9;
  return seedc::bench::measure_all(
      {argv[1], argv[2], argv[3], std::chrono::duration<double, std::milli>(shown)});
}
