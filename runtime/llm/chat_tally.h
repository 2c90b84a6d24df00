// Where the requests of a conversation went, and what they cost: requests = stored + bought +
// failed.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "runtime/llm/chat.h"

namespace seedc {

struct ChatTally {
  std::uint64_t stored = 0;  ///< answered without a call of their own
  std::uint64_t bought = 0;  ///< answered by a call
  std::array<std::uint64_t, kChatFailureKinds> failed{};
  std::array<std::string, kChatFailureKinds> first_message;  ///< a failure of each kind, for people

  std::string log_fault;  ///< why the log lacks calls, the first cause; empty if it lacks none

  std::uint64_t calls = 0;      ///< sent, repeated ones too
  std::uint64_t unmetered = 0;  ///< calls of which nobody said what they cost
  ChatUsage usage;              ///< of the others
  double usd = 0;               ///< by the prices given; 0 without
  double pause = 0;  ///< seconds until the service, which asked for a pause, is asked again

  std::uint64_t failures(ChatFailureKind kind) const {
    return failed[static_cast<std::size_t>(kind)];
  }
  /// Requests that failed, those included that were not asked.
  std::uint64_t all_failures() const;
  /// Requests that were asked and failed.
  std::uint64_t asked_in_vain() const;
  std::uint64_t requests() const { return stored + bought + all_failures(); }
  void add(const ChatResult& result);
};

}  // namespace seedc
