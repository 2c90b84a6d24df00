// Sends the relevant reviews of a dataset to the model, and the resulting rows to the judge.
#include "engine/ask_reviews.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/opinions.h"
#include "engine/report/chat_faults.h"
#include "runtime/exec/formula.h"

namespace seedc::engine {

std::vector<llm::ReviewToRead> reviews_to_read(const contract::RowSet& rows,
                                               const data::Dataset& dataset, unsigned threads) {
  const exec::ChosenReviews relevant =
      exec::PreparedRows(rows).relevant_reviews(dataset, {.threads = threads, .progress = {}});
  std::vector<llm::ReviewToRead> reviews;
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
    if (relevant.has(review)) reviews.push_back({dataset.review_id(review), dataset.text(review)});
  }
  return reviews;
}

llm::ExtractionQuestion question_of(const contract::Formula& formula,
                                    std::vector<contract::FieldGuide> fields) {
  return llm::ExtractionQuestion(std::move(fields), formula.rows.judge.has_value());
}

namespace {

language::Dict open_row(const llm::ReviewToRead& review) {
  return {{std::string(data::kOpenKey), std::string(review.id)}};
}

/// Reviews without a row that can count are open.
void mark_open(const std::vector<llm::ReviewToRead>& reviews, bool is_judged,
               std::vector<std::optional<language::Dict>>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool counts =
        rows[i] && (!is_judged || language::find(*rows[i], contract::Judge::kQuality) != nullptr);
    if (!counts) rows[i] = open_row(reviews[i]);
  }
}

}  // namespace

void finish_asking(const contract::Formula& formula, const std::vector<llm::ReviewToRead>& reviews,
                   const ChatSession& session, AskedReviews& asked) {
  mark_open(reviews, formula.rows.judge.has_value(), asked.rows);
  asked.all = session.tally();
  asked.tally = asked.all;
  const bool has_judge = asked.judged && asked.judged->judged + asked.judged->cited > 0;
  if (!has_judge) return;
  for (const auto& [kind, count] : asked.judged->failures)
    asked.tally.failed[static_cast<std::size_t>(kind)] -= count;
}

AskedReviews ask_reviews(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                         const data::Dataset& dataset, unsigned threads, ChatSession& session) {
  const std::vector<llm::ReviewToRead> reviews = reviews_to_read(formula.rows, dataset, threads);
  AskedReviews asked{.relevant = reviews.size(),
                     .rounds = {},
                     .rows = ask_opinions(question, reviews, /*state=*/"", session)};
  if (formula.rows.judge) {
    session.expect("judging", reviews.size());
    asked.judged = llm::judge_rows(asked.rows, reviews, *formula.rows.judge, session.service());
  }
  finish_asking(formula, reviews, session, asked);
  return asked;
}

std::string_view noun_of_requests(const contract::Formula& formula, const llm::VoteRules& votes) {
  if (formula.rows.judge) return "request";
  return votes.is_vote() ? "opinion" : "review";
}

base::Result<data::Extractions> extract_rows(const Compilation& compilation,
                                             const contract::Plan& plan, std::size_t number,
                                             const data::Dataset& dataset,
                                             const EvaluateOptions& options, ChatSession& session,
                                             const std::function<void(std::string_view)>& print) {
  const auto checked =
      std::ranges::find(compilation.formulas, number, &check::CheckedFormula::compiled);
  const contract::Formula& formula = plan.formulas[number];
  const AskedReviews asked = ask_reviews(formula, question_of(formula, checked->fields), dataset,
                                         options.threads, session);
  print(
      report::format_asked_reviews(formula, dataset.review_count(), asked.relevant, asked.judged));
  const auto rows_of = [&] {
    return data::extractions_of("extracted", asked.rows, formula.rows.fields, dataset,
                                {.strict = options.strict, .threads = options.threads});
  };
  const base::SettingNames names = options.host->setting_names();
  if (auto error = report::find_incompleteness(asked.tally,
                                               noun_of_requests(formula, session.votes()), names)) {
    if (error->kind() == base::ErrorKind::Limit) {
      options.host->warn(fmt::format("warning: {}\n  help: {}\n", error->text, error->help));
      return rows_of();
    }
    const std::string rows =
        base::named(names, base::Setting::Extraction, "`", "` writes the rows that there are");
    error->help += (error->help.empty() || rows.empty() ? "" : "; ") + rows;
    return tl::unexpected(*error);
  }
  return rows_of();
}

std::string lines_of(const llm::ExtractedRows& rows) {
  std::string lines;
  for (const auto& row : rows) {
    if (row) lines += language::to_json(*row) + '\n';
  }
  return lines;
}

}  // namespace seedc::engine
