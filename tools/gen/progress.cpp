// The progress bar.
#include "tools/gen/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace seedc::gen {

constexpr std::uint64_t kStepsPerLook = 1024;  // at the clock
constexpr std::uint64_t kBarWidth = 30;

Progress::Progress(std::uint64_t total)
    : total_(total),
      on_terminal_(isatty(STDERR_FILENO) != 0),
      next_show_(std::chrono::steady_clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::step() {
  ++done_;
  if (!on_terminal_ || done_ % kStepsPerLook != 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_show_) return;
  next_show_ = now + std::chrono::milliseconds(100);
  show();
}

void Progress::show() {
  shown_ = true;
  const std::uint64_t filled = done_ * kBarWidth / total_;
  fmt::print(stderr, "\r[{:#<{}}{: <{}}] {} of {} reviews", "", filled, "", kBarWidth - filled,
             done_, total_);
  std::fflush(stderr);
}

}  // namespace seedc::gen
