// A line on the terminal that shows the progress of work that takes longer than a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace seedc::terminal {

class Progress {
 public:
  /// `what` describes the work, such as "reading". Silent if standard error is not a terminal.
  explicit Progress(std::string what);
  /// Clears the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Not thread-safe. Cheap enough to be called thousands of times a second.
  void show(std::uint64_t done, std::uint64_t total);

 private:
  std::string what_;
  bool on_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point next_show_;
};

}  // namespace seedc::terminal
