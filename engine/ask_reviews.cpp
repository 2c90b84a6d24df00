// Sends the relevant reviews of a dataset to the model, and the resulting rows to the judge.
#include "engine/ask_reviews.h"

#include <map>

#include "runtime/exec/formula.h"

namespace seedc {
std::vector<ReviewToRead> reviews_to_read(const plan::RowSet& rows, const Dataset& dataset,
                                          unsigned threads) {
  const std::vector<std::uint8_t> relevant =
      PreparedRows(rows).relevant_reviews(dataset, {.threads = threads, .progress = {}});
  std::vector<ReviewToRead> reviews;
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
    if (relevant[review] != 0) reviews.push_back({dataset.review_id(review), dataset.text(review)});
  }
  return reviews;
}

ExtractionQuestion question_of(const plan::Formula& formula, std::vector<plan::FieldGuide> fields) {
  return ExtractionQuestion(std::move(fields), formula.rows.judge.has_value());
}

AskedReviews ask_reviews(const plan::Formula& formula, const ExtractionQuestion& question,
                         const Dataset& dataset, unsigned threads, ChatSession& session) {
  const std::vector<ReviewToRead> reviews = reviews_to_read(formula.rows, dataset, threads);
  session.expect("extracting", reviews.size());
  AskedReviews asked{.relevant = reviews.size(),
                     .extracted = extract(question, reviews, session.service())};
  std::map<ChatFailureKind, std::uint64_t> neutral;
  if (formula.rows.judge) {
    session.expect("judging", reviews.size());
    asked.judged =
        judge_rows(asked.extracted.rows, reviews, *formula.rows.judge, session.service());
    const bool has_judge = asked.judged->judged + asked.judged->cited > 0;
    if (has_judge) neutral = asked.judged->failures;
  }
  asked.tally = session.tally();
  for (const auto& [kind, count] : neutral)
    asked.tally.failed[static_cast<std::size_t>(kind)] -= count;
  return asked;
}

std::string lines_of(const Extracted& extracted) {
  std::string lines;
  for (const auto& row : extracted.rows) {
    if (row) lines += row->dump() + '\n';
  }
  return lines;
}

}  // namespace seedc
