// A conversation with a language model, opened by the host for the duration of a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/llm/chat.h"
#include "runtime/llm/chat_tally.h"
#include "runtime/llm/vote.h"

namespace seedc::engine {

/// Opened by hosts, which know the service, show its progress and may stop it. Used by one thread
/// at a time.
class ChatSession {
 public:
  virtual ~ChatSession() = default;
  virtual llm::ChatService& service() = 0;
  /// Whose opinions a row of a review is made of.
  virtual const llm::VoteRules& votes() const = 0;
  /// Of all conversations so far.
  virtual const llm::ChatTally& tally() const = 0;
  /// The answer to a request, if it is stored. No tally counts it.
  virtual std::optional<llm::ChatAnswer> stored(const llm::ChatRequest& request) = 0;
  /// Announces what the next conversation is about, and how many requests it has.
  virtual void expect(std::string what, std::uint64_t requests) = 0;
};

}  // namespace seedc::engine
