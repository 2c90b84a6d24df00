// Has a language model fill the fields of a Formula Seed: one request per review, whose answer is
// checked and written as a row of `extractions.jsonl` (semantics.md section 6).
//
// Blocks until every request was answered or has failed. Failures are in the service's tally, and
// their rows are missing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/language/value.h"
#include "runtime/llm/chat.h"
#include "runtime/llm/estimate.h"

namespace seedc::llm {

/// The question asked of every review.
class ExtractionQuestion {
 public:
  /// `is_judged`: the answer also contains its reasoning and a confidence from 0 to 1, for the
  /// judge.
  explicit ExtractionQuestion(std::vector<contract::FieldGuide> fields, bool is_judged = false);

  ChatRequest request_for(std::string_view review_text, const Opinion& opinion = {}) const;
  /// An estimate of the tokens of an answer.
  std::int64_t estimated_answer_tokens() const;
  const std::vector<contract::FieldGuide>& fields() const { return fields_; }
  bool is_judged() const { return is_judged_; }

 private:
  std::vector<contract::FieldGuide> fields_;
  bool is_judged_;
  ChatRequest frame_;  ///< without the review
};

struct ReviewToRead {
  std::string_view id;
  std::string_view text;
};

/// A row per review, in order; `std::nullopt` where there is no answer. A value that needs a quote
/// is followed by it, as `FIELD.quote`. If the review does not contain the quote, the value is
/// null, and the claimed quote is in `FIELD.ungrounded`.
using ExtractedRows = std::vector<std::optional<language::Dict>>;

ExtractedRows extract(const ExtractionQuestion& question, std::span<const ReviewToRead> reviews,
                      ChatService& service, const Opinion& opinion = {});

/// What asking for all these opinions on each review would cost.
CallEstimate estimate_extraction(const ExtractionQuestion& question,
                                 std::span<const ReviewToRead> reviews, const AskedModel& model,
                                 std::span<const Opinion> opinions);

}  // namespace seedc::llm
