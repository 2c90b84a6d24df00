// The rows that follow from stored answers alone.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/vote.h"

namespace seedc::engine {

/// The stored answer to a request; std::nullopt if there is none.
using FindAnswer = std::function<std::optional<llm::ChatAnswer>(const llm::ChatRequest&)>;

/// For each review, its row, judged if the formula has a judge; std::nullopt if an answer that it
/// needs is not stored. Nothing is sent, and no tally counts it.
llm::ExtractedRows stored_rows(const contract::Formula& formula,
                               const llm::ExtractionQuestion& question,
                               std::span<const llm::ReviewToRead> reviews,
                               const llm::VoteRules& votes, const FindAnswer& find);

}  // namespace seedc::engine
