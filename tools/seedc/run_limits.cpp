// Enforces --timeout with a watchdog thread and --max-memory through the kernel.
#include "tools/seedc/run_limits.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "engine/report/text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/sudden_end.h"

namespace seedc::tool {
namespace {

std::string message_of(std::string_view what, std::string_view help) {
  return fmt::format("seedc: error: {}\n  help: {}\n", what, help);
}

rlimit memory_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_DATA, &limit);
  return limit;
}

/// Mapped files do not count: their pages can always be given back.
void limit_memory(std::uint64_t bytes) {
  rlimit limit = memory_limit();
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace

void add_run_limits(CLI::App& command, RunLimitOptions& options) {
  constexpr double kLeast = 0.001;
  constexpr double kMost = 1e9;
  constexpr double kLeastBytes = 1e6;  // 0 were no limit
  command.add_option("--timeout", options.timeout, "stop after this many seconds (default: never)")
      ->check(between(kLeast, kMost))
      ->type_name("SECONDS")
      ->group("Limits");
  command
      .add_option("--max-memory", options.max_memory,
                  "fail when more memory is needed, such as 2GB (default: no limit)")
      ->transform(size_in_bytes("1MB", kLeastBytes))
      ->type_name("SIZE")
      ->group("Limits");
}

RunLimits::RunLimits(const RunLimitOptions& options) {
  if (options.max_memory) {
    limit_memory(*options.max_memory);
    set_out_of_memory_text(message_of(
        fmt::format("out of memory: `--max-memory` is {}", report::size_text(*options.max_memory)),
        "raise it, or give the command less to do"));
  } else {
    set_out_of_memory_text(message_of("out of memory", "give the command less to do"));
  }
  if (options.timeout) watchdog_ = std::thread([this, &options] { end_in(*options.timeout); });
}

RunLimits::~RunLimits() {
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
  }
  done_.notify_all();
  if (watchdog_.joinable()) watchdog_.join();
}

void RunLimits::end_in(double seconds) {
  const std::string message =
      message_of(fmt::format("stopped after {} s, the limit set by `--timeout`", seconds),
                 "raise it, or give the command less to do");
  std::unique_lock lock(mutex_);
  const bool is_done =
      done_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return is_done_; });
  if (!is_done) end_at_limit(message);
}

bool is_memory_limited() { return memory_limit().rlim_cur != RLIM_INFINITY; }

std::uint64_t most_memory() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  return std::min<std::uint64_t>(pages * page, memory_limit().rlim_cur);
}

}  // namespace seedc::tool
