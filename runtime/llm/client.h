// The service behind an endpoint: calls many at a time, within limits, repeated where that helps;
// answers are kept, so that none is paid for twice.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/llm/answer_store.h"
#include "runtime/llm/budget.h"
#include "runtime/llm/call_log.h"
#include "runtime/llm/chat.h"
#include "runtime/llm/chat_tally.h"
#include "runtime/llm/endpoint.h"
#include "runtime/llm/rate_limit.h"
#include "runtime/llm/retry.h"

namespace seedc {

struct ChatClientOptions {
  ChatEndpoint endpoint;
  std::size_t concurrency = 8;                 ///< calls at once
  std::chrono::milliseconds timeout{120'000};  ///< of one call
  RateLimits rates;
  RetryPolicy retries;
  BudgetLimits budget;
  /// Asked often. Once it says so nothing more is sent; answers under way are still taken.
  std::function<bool()> is_cancelled;
  /// Told how far the conversation is, several times a second.
  std::function<void(const ChatTally&)> watch;
};

/// Equal requests that are under way at once are asked once. When the service as a whole does not
/// work (the key is refused, nobody is there, failure upon failure), it is given up: what is not in
/// the store then fails without a call.
class ChatClient : public ChatService {
 public:
  ChatClient(ChatClientOptions options, std::unique_ptr<AnswerStore> store,
             std::optional<CallLog> log);
  ~ChatClient() override;

  void converse(const std::function<std::optional<ChatRequest>()>& next,
                const std::function<void(std::size_t index, ChatResult)>& done) override;

  /// Of all conversations so far.
  const ChatTally& tally() const;

 private:
  struct State;
  class Conversation;
  std::unique_ptr<State> state_;
};

}  // namespace seedc
