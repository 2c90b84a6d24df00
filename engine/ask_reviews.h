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

/// The program's one formula, which must have fields to extract. Fails (Usage) for any other
/// program.
base::Result<const check::CheckedFormula*> formula_to_extract(const Compilation& compilation);

/// The question that a model is asked about each review, for a formula with these fields.
llm::ExtractionQuestion question_of(const contract::Formula& formula,
                                    std::vector<contract::FieldGuide> fields);

/// The result of asking.
struct AskedReviews {
  std::uint64_t relevant = 0;
  llm::Extracted extracted;
  std::optional<llm::JudgedRows> judged;  ///< if the formula has a judge
  /// Of the session so far, without the requests to the judge that failed: their rows are neutral.
  llm::ChatTally tally;
};

/// Asks the model for the rows, and has them judged if the formula has a judge. Returns when every
/// request was answered or has failed; failures are counted in the tally and are not an error.
AskedReviews ask_reviews(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                         const data::Dataset& dataset, unsigned threads, ChatSession& session);

/// The rows of the plan's formula `number`, extracted by a model. `print` is given where the
/// reviews went, as text for people. Fails (Service, Limit) unless every request is answered:
/// scores of some of the rows would not be what was asked for.
base::Result<data::Extractions> extract_rows(const Compilation& compilation,
                                             const contract::Plan& plan, std::size_t number,
                                             const data::Dataset& dataset,
                                             const EvaluateOptions& options, ChatSession& session,
                                             const std::function<void(std::string_view)>& print);

/// The extracted rows, as lines of a file of extractions.
std::string lines_of(const llm::Extracted& extracted);

}  // namespace seedc::engine
