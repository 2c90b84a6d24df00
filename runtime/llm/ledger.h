// The outcomes of a conversation, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/llm/chat_tally.h"

namespace seedc {

/// `258 asked = 0 stored + 250 bought + 3 failed + 5 left at the budget`, with the failures by
/// class, the calls, tokens and, if prices are given, the cost; each line indented.
std::string format_chat_ledger(const ChatTally& tally, bool has_prices);

/// Why not every request was answered; std::nullopt if each was. `noun` is the subject of a
/// request: "review".
std::optional<Error> find_incompleteness(const ChatTally& tally, std::string_view noun);

/// A message that the log is incomplete; std::nullopt if it is complete. It is also an error where
/// every request was answered.
std::optional<Error> find_log_fault(const ChatTally& tally);

/// `$0.0123`.
std::string usd_text(double usd);

}  // namespace seedc
