// A line on the terminal that says how far the work is, once it has taken a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace seedc {

class Progress {
 public:
  /// `what` goes on, such as "reading". Silent where standard error is no terminal.
  explicit Progress(std::string what);
  /// Clears the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From one thread at a time. Cheap enough to be called some thousand times a second.
  void show(std::uint64_t done, std::uint64_t total);

 private:
  std::string what_;
  bool on_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point next_show_;
};

}  // namespace seedc
