// A line on the terminal that says how far the work is, once it has taken a second.
#pragma once

#include <chrono>
#include <cstdint>

namespace seedc::gen {

class Progress {
 public:
  /// Counts up to `total` reviews. Silent where standard error is no terminal.
  explicit Progress(std::uint64_t total);
  /// Clears the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step();

 private:
  void show();

  std::uint64_t total_;
  std::uint64_t done_ = 0;
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_show_;
};

}  // namespace seedc::gen
