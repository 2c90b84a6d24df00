// Decides when and where the progress of a conversation is shown.
#include "tools/seedc/chat_progress.h"

#include <unistd.h>

#include "engine/report/chat_ledger.h"
#include "runtime/language/display_text.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

constexpr std::chrono::milliseconds kPauseOnTerminal{200};
constexpr std::chrono::seconds kPauseElsewhere{30};
constexpr std::size_t kWidth = 79;

}  // namespace

ChatProgress::ChatProgress(std::string what, std::uint64_t total, bool has_prices,
                           const llm::ChatTally& before)
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

void ChatProgress::show(const llm::ChatTally& tally) {
  const auto now = Clock::now();
  if (now < next_show_) return;
  next_show_ =
      now + (on_terminal_ ? Clock::duration(kPauseOnTerminal) : Clock::duration(kPauseElsewhere));
  is_shown_ = true;
  const std::string text = language::clip(line(tally), kWidth);
  tell("{}{}{}", on_terminal_ ? "\r" : "", text, on_terminal_ ? "\x1b[K" : "\n");
  std::fflush(stderr);
}

std::string ChatProgress::line(const llm::ChatTally& tally) const {
  const std::chrono::duration<double> elapsed = Clock::now() - begun_;
  return report::format_chat_progress({.what = what_,
                                       .total = total_,
                                       .done = tally.requests() - requests_before_,
                                       .stored = tally.stored - stored_before_,
                                       .elapsed_seconds = elapsed.count()},
                                      tally, has_prices_);
}

}  // namespace seedc::tool
