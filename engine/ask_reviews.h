// Asks a language model about the relevant reviews of a formula.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chat_session.h"
#include "engine/evaluate.h"
#include "engine/program.h"
#include "engine/report/chat_ledger.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/judged_rows.h"

namespace seedc::engine {

/// The reviews that a formula's rows can come from, in the dataset's order. Ids and texts are views
/// into the dataset, which must have been loaded with its texts and outlives them.
std::vector<llm::ReviewToRead> reviews_to_read(const contract::RowSet& rows,
                                               const data::Dataset& dataset, unsigned threads);

/// The question that a model is asked about each review, for a formula with these fields.
llm::ExtractionQuestion question_of(const contract::Formula& formula,
                                    std::vector<contract::FieldGuide> fields);

/// The result of asking.
struct AskedReviews {
  std::uint64_t relevant = 0;
  std::optional<report::RoundLedger> rounds;  ///< if asked until outputs are settled
  /// Each review has a row, or `{"open": REVIEW_ID}`: it was not answered, or its row not judged.
  llm::ExtractedRows rows;
  std::optional<llm::JudgedRows> judged;  ///< if the formula has a judge
  /// Of the session so far; reviews that are left as it was stopped are requests that failed.
  llm::ChatTally all;
  /// The same without the requests to the judge that failed: their rows are neutral.
  llm::ChatTally tally;
};

/// What remains to be done when all is asked: reviews without a row are open, and the tallies are
/// those of the session.
void finish_asking(const contract::Formula& formula, const std::vector<llm::ReviewToRead>& reviews,
                   const ChatSession& session, AskedReviews& asked);

/// Asks the model for the rows, and has them judged if the formula has a judge. Returns when every
/// request was answered or has failed; failures are counted in the tally and are not an error.
AskedReviews ask_reviews(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                         const data::Dataset& dataset, unsigned threads, ChatSession& session);

/// What a request of a conversation about the formula is about, in the singular.
std::string_view noun_of_requests(const contract::Formula& formula, const llm::VoteRules& votes);

/// The rows of the plan's formula `number`, extracted by a model. `print` is given where the
/// reviews went, as text for people. Where a budget was spent the reviews that are left are open,
/// and the host is warned. Fails (Service, Cancelled) if requests were not answered for any other
/// reason: scores of some of the rows would not be what was asked for.
base::Result<data::Extractions> extract_rows(const Compilation& compilation,
                                             const contract::Plan& plan, std::size_t number,
                                             const data::Dataset& dataset,
                                             const EvaluateOptions& options, ChatSession& session,
                                             const std::function<void(std::string_view)>& print);

/// The extracted rows, as lines of a file of extractions.
std::string lines_of(const llm::ExtractedRows& rows);

}  // namespace seedc::engine
