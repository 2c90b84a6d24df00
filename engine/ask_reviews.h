// Asks a language model about the relevant reviews of a formula.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/chat_session.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/judged_rows.h"

namespace seedc::engine {

/// In review order. Ids and texts are the dataset's, which has the texts.
std::vector<llm::ReviewToRead> reviews_to_read(const contract::RowSet& rows,
                                               const data::Dataset& dataset, unsigned threads);

/// What a model is asked for a formula of these fields.
llm::ExtractionQuestion question_of(const contract::Formula& formula,
                                    std::vector<contract::FieldGuide> fields);

/// The result of asking.
struct AskedReviews {
  std::uint64_t relevant = 0;
  llm::Extracted extracted;
  std::optional<llm::JudgedRows> judged;  ///< if the formula has a judge
  /// Of the session so far, but for requests to the judge that failed: those rows are neutral.
  llm::ChatTally tally;
};

/// Asks, and has the rows judged if the formula has a judge.
AskedReviews ask_reviews(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                         const data::Dataset& dataset, unsigned threads, ChatSession& session);

/// The rows that there are, as `extractions.jsonl` has them.
std::string lines_of(const llm::Extracted& extracted);

}  // namespace seedc::engine
