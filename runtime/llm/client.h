// The client of a model service: many calls at a time, within limits, retried where that helps;
// answers are stored, so that none is paid for twice.
//
// `converse` sends from the thread that calls it and calls back on that thread; a client is used by
// one thread at a time. Processes may share a file of answers.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/base/call.h"
#include "runtime/llm/answer_store.h"
#include "runtime/llm/budget.h"
#include "runtime/llm/call_log.h"
#include "runtime/llm/chat.h"
#include "runtime/llm/chat_tally.h"
#include "runtime/llm/endpoint.h"
#include "runtime/llm/rate_limit.h"
#include "runtime/llm/request_form.h"
#include "runtime/llm/retry.h"

namespace seedc::llm {

struct ChatClientOptions {
  ChatEndpoint endpoint;
  RequestChoice choice;
  std::size_t concurrency = 8;                 ///< calls at once
  std::chrono::milliseconds timeout{120'000};  ///< of one call
  RateLimits rates;
  RetryPolicy retries;
  BudgetLimits budget;
  /// Polled often. Once it returns true nothing more is sent; answers in flight are still received.
  std::function<bool()> is_cancelled;
  /// Checked often too. If it is to stop, `converse` throws base::Stopped at once: answers in
  /// flight are abandoned, and may have to be paid for.
  base::Call call = {};
  /// Called several times a second with the progress of the conversation.
  std::function<void(const ChatTally&)> watch;
  /// Given what users must know while it goes on, once: that the service takes another form of
  /// requests. Lower case, no full stop, no line end.
  std::function<void(const std::string&)> warn = {};
};

/// Identical requests in flight at once are sent once. If the service as a whole does not work (the
/// key is refused, it cannot be reached, every call fails), it is given up: requests that are not
/// in the store then fail without a call, as NotSent.
///
/// Requests are put in the form that the service takes, which is found by trying and remembered in
/// the store. Until it is known, calls are made one at a time, so that no more than one is refused
/// for the same reason.
class ChatClient : public ChatService {
 public:
  ChatClient(const ChatClientOptions& options, std::unique_ptr<AnswerStore> store,
             std::optional<CallLog> log);
  ~ChatClient() override;

  void converse(const std::function<std::optional<ChatRequest>()>& next,
                const std::function<void(std::size_t index, ChatResult)>& done) override;

  /// The answer, if it is in the store. No tally counts it.
  std::optional<ChatAnswer> stored(const ChatRequest& request);

  /// Of all conversations so far.
  const ChatTally& tally() const;

 private:
  struct State;
  class Conversation;
  std::unique_ptr<State> state_;
};

}  // namespace seedc::llm
