// The progress of a conversation.
#include "tools/seedc/chat_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "engine/report/table.h"
#include "runtime/llm/ledger.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

constexpr std::chrono::milliseconds kPauseOnTerminal{200};
constexpr std::chrono::seconds kPauseElsewhere{30};
constexpr std::size_t kWidth = 79;

}  // namespace

ChatProgress::ChatProgress(std::string what, std::uint64_t total, bool has_prices,
                           const ChatTally& before)
    : what_(std::move(what)),
      total_(total),
      has_prices_(has_prices),
      requests_before_(before.requests()),
      stored_before_(before.stored),
      on_terminal_(isatty(STDERR_FILENO) != 0),
      begun_(Clock::now()),
      next_show_(begun_ + (on_terminal_ ? Clock::duration(std::chrono::seconds(1))
                                        : Clock::duration(kPauseElsewhere))) {}

ChatProgress::~ChatProgress() {
  if (is_shown_ && on_terminal_) tell("\r\x1b[K");
}

void ChatProgress::show(const ChatTally& tally) {
  const auto now = Clock::now();
  if (now < next_show_) return;
  next_show_ =
      now + (on_terminal_ ? Clock::duration(kPauseOnTerminal) : Clock::duration(kPauseElsewhere));
  is_shown_ = true;
  const std::string text = clip(line(tally), kWidth);
  tell("{}{}{}", on_terminal_ ? "\r" : "", text, on_terminal_ ? "\x1b[K" : "\n");
  std::fflush(stderr);
}

std::string ChatProgress::line(const ChatTally& tally) const {
  const std::uint64_t done = tally.requests() - requests_before_;
  const std::uint64_t stored = tally.stored - stored_before_;
  const std::string begin =
      fmt::format("{} {}{}: {} failed, {} stored", what_, done,
                  total_ == 0 ? "" : fmt::format("/{}", total_), tally.all_failures(), stored);
  if (tally.pause > 0)
    return fmt::format("{}, waiting {:.0f} s, as the service asks", begin, std::ceil(tally.pause));
  return fmt::format("{}, {} tokens{}{}", begin,
                     tally.usage.prompt_tokens + tally.usage.completion_tokens,
                     has_prices_ ? ", " + usd_text(tally.usd) : "", time_left(done, stored));
}

/// What is stored takes no time, so only the rest says how fast it goes.
std::string ChatProgress::time_left(std::uint64_t done, std::uint64_t stored) const {
  if (done == stored || done >= total_) return "";
  const std::chrono::duration<double> elapsed = Clock::now() - begun_;
  const double each = elapsed.count() / static_cast<double>(done - stored);
  const auto seconds =
      static_cast<std::uint64_t>(std::ceil(each * static_cast<double>(total_ - done)));
  return fmt::format(", {}:{:02}:{:02} left", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

}  // namespace seedc
