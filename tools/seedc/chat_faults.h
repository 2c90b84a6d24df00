// Why a conversation with a language model is incomplete, in terms of the command line.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/llm/chat_tally.h"

namespace seedc::tool {

/// Why not every request was answered; `std::nullopt` if each was. `noun` is what one is about:
/// "review".
std::optional<base::Error> find_incompleteness(const llm::ChatTally& tally, std::string_view noun);

/// That the log lacks calls; `std::nullopt` if it is whole. Part of the incompleteness too, where
/// every request was answered.
std::optional<base::Error> find_log_fault(const llm::ChatTally& tally);

}  // namespace seedc::tool
