// Ctrl-C as a request to stop in an orderly way, while a command listens for it.
#pragma once

#include <csignal>

namespace seedc::tool {

/// While it lives the first Ctrl-C (or SIGTERM) is noted, and the second one ends the process. One
/// at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool is_requested();

 private:
  struct sigaction old_interrupt_{};
  struct sigaction old_terminate_{};
};

}  // namespace seedc::tool
