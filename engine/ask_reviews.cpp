// Sends the relevant reviews of a dataset to the model, and the resulting rows to the judge.
#include "engine/ask_reviews.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/report/chat_faults.h"
#include "engine/report/chat_ledger.h"
#include "runtime/exec/formula.h"

namespace seedc::engine {

base::Result<const check::CheckedFormula*> formula_to_extract(const Compilation& compilation) {
  if (compilation.own_formulas != 1 || !compilation.requests.empty()) {
    return base::fail_with_help<base::ErrorCode::NotOneFormula>("give the JSON file of one");
  }
  const check::CheckedFormula& formula = compilation.formulas.front();
  if (formula.fields.empty()) {
    return base::fail_with_help<base::ErrorCode::NoFields>("declare them in `extract.fields`",
                                                           formula.name);
  }
  return &formula;
}

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

AskedReviews ask_reviews(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                         const data::Dataset& dataset, unsigned threads, ChatSession& session) {
  const std::vector<llm::ReviewToRead> reviews = reviews_to_read(formula.rows, dataset, threads);
  session.expect("extracting", reviews.size());
  AskedReviews asked{.relevant = reviews.size(),
                     .extracted = llm::extract(question, reviews, session.service())};
  std::map<llm::ChatFailureKind, std::uint64_t> neutral;
  if (formula.rows.judge) {
    session.expect("judging", reviews.size());
    asked.judged =
        llm::judge_rows(asked.extracted.rows, reviews, *formula.rows.judge, session.service());
    const bool has_judge = asked.judged->judged + asked.judged->cited > 0;
    if (has_judge) neutral = asked.judged->failures;
  }
  asked.tally = session.tally();
  for (const auto& [kind, count] : neutral)
    asked.tally.failed[static_cast<std::size_t>(kind)] -= count;
  return asked;
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
  const base::SettingNames names = options.host->setting_names();
  if (auto error = report::find_incompleteness(asked.tally,
                                               formula.rows.judge ? "request" : "review", names)) {
    error->help +=
        base::named(names, base::Setting::Extraction, "; `", "` writes the rows that there are");
    return tl::unexpected(*error);
  }
  return data::extractions_of("extracted", asked.extracted.rows, formula.rows.fields, dataset,
                              {.strict = options.strict, .threads = options.threads});
}

std::string lines_of(const llm::Extracted& extracted) {
  std::string lines;
  for (const auto& row : extracted.rows) {
    if (row) lines += language::to_json(*row) + '\n';
  }
  return lines;
}

}  // namespace seedc::engine
