// Adds up the outcomes of the requests of a conversation.
#include "runtime/llm/chat_tally.h"

#include <numeric>

namespace seedc::llm {

std::uint64_t ChatTally::all_failures() const {
  return std::accumulate(failed.begin(), failed.end(), std::uint64_t{0});
}

std::uint64_t ChatTally::asked_in_vain() const {
  return all_failures() - failures(ChatFailureKind::NotSent) - failures(ChatFailureKind::Budget) -
         failures(ChatFailureKind::Cancelled);
}

void ChatTally::add(const ChatResult& result) {
  if (result) {
    ++(result->is_stored ? stored : bought);
    return;
  }
  const auto kind = static_cast<std::size_t>(result.error().kind);
  if (++failed[kind] == 1) first_message[kind] = result.error().message;
}

}  // namespace seedc::llm
