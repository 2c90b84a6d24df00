// Draws the progress bar on a terminal.
#include "tools/terminal/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace seedc::terminal {

constexpr std::uint64_t kBarWidth = 30;

Progress::Progress(std::string what)
    : what_(std::move(what)),
      on_terminal_(isatty(STDERR_FILENO) != 0),
      next_show_(std::chrono::steady_clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(std::uint64_t done, std::uint64_t total) {
  if (!on_terminal_ || total == 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_show_) return;
  next_show_ = now + std::chrono::milliseconds(100);
  is_shown_ = true;
  const std::uint64_t filled = std::min(done, total) * kBarWidth / total;
  fmt::print(stderr, "\r{} [{:#<{}}{: <{}}] {} %", what_, "", filled, "", kBarWidth - filled,
             std::min(done, total) * 100 / total);
  std::fflush(stderr);
}

}  // namespace seedc::terminal
