// Between datasets and the model.
#include "tools/seedc/ask_reviews.h"

#include <fmt/format.h>

#include <map>

#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/exec/formula.h"
#include "runtime/language/value.h"
#include "runtime/llm/judged_rows.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

std::string addend(std::uint64_t count, std::string_view what) {
  return count == 0 ? "" : fmt::format(" + {} {}", count, what);
}

void print_judged(const JudgedRows& judged, const plan::Judge& judge) {
  tell("  {} = {} judged{}{}{}; {} inappropriate, below {}\n", counted(judged.rows, "row"),
       judged.judged, addend(judged.cited, "citing what is not there"),
       addend(judged.neutral, "neutral, the judge failed"), addend(judged.left, "not judged"),
       judged.inappropriate, shortest(judge.threshold));
}

}  // namespace

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
  AskedReviews asked{.extracted = extract(question, reviews, session.service()), .tally = {}};
  tell("{}: {} = {} relevant + {} not relevant\n", printable(formula.name),
       counted(dataset.review_count(), "review"), reviews.size(),
       dataset.review_count() - reviews.size());
  std::map<ChatFailureKind, std::uint64_t> neutral;
  if (formula.rows.judge) {
    session.expect("judging", reviews.size());
    const JudgedRows judged =
        judge_rows(asked.extracted.rows, reviews, *formula.rows.judge, session.service());
    print_judged(judged, *formula.rows.judge);
    if (judged.judged + judged.cited > 0) neutral = judged.failures;  // else there is no judge
  }
  asked.tally = session.tally();
  for (const auto& [kind, count] : neutral)
    asked.tally.failed[static_cast<std::size_t>(kind)] -= count;
  return asked;
}

std::string lines_of(const Extracted& extracted) {
  std::string lines;
  for (const auto& row : extracted.rows) {
    if (row) lines += *row + '\n';
  }
  return lines;
}

}  // namespace seedc
