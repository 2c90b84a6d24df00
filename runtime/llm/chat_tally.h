// The outcomes of a conversation's requests, and their cost: requests = stored + bought + failed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "runtime/llm/chat.h"

namespace seedc::llm {

struct ChatTally {
  std::uint64_t stored = 0;  ///< answered without a call of their own
  std::uint64_t bought = 0;  ///< answered by a call
  std::array<std::uint64_t, kChatFailureKinds> failed{};
  std::array<std::string, kChatFailureKinds>
      first_message;  ///< the first failure of each kind, for people

  std::optional<BudgetLimit> reached;  ///< the budget at which requests were left

  std::string log_fault;  ///< the first reason for which calls are missing from the log; empty if
                          ///< it is complete

  std::uint64_t calls = 0;      ///< sent, including retries
  std::uint64_t unmetered = 0;  ///< calls whose cost the service did not report
  ChatUsage usage;              ///< of the others
  double usd = 0;               ///< by the given prices; 0 without prices
  double pause = 0;  ///< seconds until the service, which asked for a pause, may be called again

  std::uint64_t failures(ChatFailureKind kind) const {
    return failed[static_cast<std::size_t>(kind)];
  }
  /// Requests that failed, including those that were never sent.
  std::uint64_t all_failures() const;
  /// Requests that were asked and failed.
  std::uint64_t asked_in_vain() const;
  std::uint64_t requests() const { return stored + bought + all_failures(); }
  void add(const ChatResult& result);
};

}  // namespace seedc::llm
