// What the server's thread waits for: messages from the client, and finished tasks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "engine/lsp/json_rpc.h"
#include "engine/lsp/message_splitter.h"

namespace seedc::lsp {

/// The client sends nothing any more.
struct EndOfInput {};
/// To be called by the server's thread.
using Deferred = std::function<void()>;
/// A message, a discarded value if it is not JSON; or what was left out of the stream.
using Event = std::variant<Json, Piece, Deferred, EndOfInput>;

/// Thread-safe.
class Inbox {
 public:
  void put(Event event) {
    {
      const std::scoped_lock lock(mutex_);
      events_.push_back(std::move(event));
    }
    changed_.notify_one();
  }

  /// The oldest event; std::nullopt if none arrives in that time.
  std::optional<Event> take(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, most, [this] { return !events_.empty(); })) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> events_;
};

}  // namespace seedc::lsp
