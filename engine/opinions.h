// Asks about reviews as often as a vote needs: the next opinion on a review is asked for only while
// it can change the row.
#pragma once

#include <span>
#include <string>

#include "engine/chat_session.h"
#include "runtime/llm/extraction.h"

namespace seedc::engine {

/// A row per review, by the session's rules of voting; std::nullopt where an opinion that could
/// change it has failed. `state` is shown beside the progress; or empty.
llm::ExtractedRows ask_opinions(const llm::ExtractionQuestion& question,
                                std::span<const llm::ReviewToRead> reviews,
                                const std::string& state, ChatSession& session);

}  // namespace seedc::engine
