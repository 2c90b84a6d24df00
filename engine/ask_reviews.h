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

namespace seedc {

/// In review order. Ids and texts are the dataset's, which has the texts.
std::vector<ReviewToRead> reviews_to_read(const plan::RowSet& rows, const Dataset& dataset,
                                          unsigned threads);

/// What a model is asked for a formula of these fields.
ExtractionQuestion question_of(const plan::Formula& formula, std::vector<plan::FieldGuide> fields);

/// The result of asking.
struct AskedReviews {
  std::uint64_t relevant = 0;
  Extracted extracted;
  std::optional<JudgedRows> judged;  ///< if the formula has a judge
  /// Of the session so far, but for requests to the judge that failed: those rows are neutral.
  ChatTally tally;
};

/// Asks, and has the rows judged if the formula has a judge.
AskedReviews ask_reviews(const plan::Formula& formula, const ExtractionQuestion& question,
                         const Dataset& dataset, unsigned threads, ChatSession& session);

/// The rows that there are, as `extractions.jsonl` has them.
std::string lines_of(const Extracted& extracted);

}  // namespace seedc
