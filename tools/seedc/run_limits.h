// The limits of a whole command: `--timeout` and `--max-memory`, which all commands have.
//
// A command that reaches one ends with status 5, reports it, and leaves no file half written: files
// are written under a temporary name and renamed. Stdout has the results so far, in whole lines, or
// is empty.
#pragma once

#include <CLI/CLI.hpp>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

namespace seedc::tool {

struct RunLimitOptions {
  std::optional<double> timeout;            ///< seconds
  std::optional<std::uint64_t> max_memory;  ///< bytes
};

void add_run_limits(CLI::App& command, RunLimitOptions& options);

/// Holds the process to the limits while it lives. One at a time.
class RunLimits {
 public:
  explicit RunLimits(const RunLimitOptions& options);
  ~RunLimits();
  RunLimits(const RunLimits&) = delete;
  RunLimits& operator=(const RunLimits&) = delete;

 private:
  void end_in(double seconds);

  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread watchdog_;
};

/// Whether the process is limited to less memory than the machine has.
bool is_memory_limited();

/// The memory that the process may use, in bytes: `--max-memory`, or that of the machine.
std::uint64_t most_memory();

}  // namespace seedc::tool
