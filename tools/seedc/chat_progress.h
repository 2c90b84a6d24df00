// Progress of a conversation with a model: a line redrawn on a terminal, or a line at intervals
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "runtime/llm/chat_tally.h"

namespace seedc::tool {

class ChatProgress {
 public:
  /// `what` is the activity, of `total` requests; 0: unknown.
  ChatProgress(std::string what, std::uint64_t total, bool has_prices,
               const llm::ChatTally& before);
  /// Clears the line.
  ~ChatProgress();
  ChatProgress(const ChatProgress&) = delete;
  ChatProgress& operator=(const ChatProgress&) = delete;

  /// Cheap enough to be called with every answer.
  void show(const llm::ChatTally& tally);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  bool has_prices_;
  std::uint64_t requests_before_;
  std::uint64_t stored_before_;
  bool on_terminal_;
  bool is_shown_ = false;
  Clock::time_point begun_;
  Clock::time_point next_show_;

  std::string line(const llm::ChatTally& tally) const;
};

}  // namespace seedc::tool
