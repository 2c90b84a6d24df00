// Looks for a relevant review.
#include "engine/lint/lint_relevant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/review_fault.h"
#include "runtime/exec/prepared_rows.h"

namespace seedc::lint {
namespace {

bool has_relevant(const contract::RowSet& rows, const data::Dataset& dataset,
                  const exec::ExecuteOptions& options) {
  const exec::PreparedRows prepared(rows);
  const exec::ChosenReviews relevant = prepared.relevant_reviews(dataset, options);
  return relevant.is_chosen.empty() ||
         std::ranges::any_of(relevant.is_chosen, [](std::uint8_t chosen) { return chosen != 0; });
}

/// Whether some part of it was reported already, which is why it is never met.
bool is_reported(const source::Span& span, const diag::Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics.sorted(), [&](const diag::Diagnostic* each) {
    return each->span.file == span.file && span.begin <= each->span.begin &&
           each->span.end <= span.end;
  });
}

}  // namespace

void lint_relevant(const ast::Formula& written, const contract::Formula& formula,
                   const data::Dataset& dataset, const exec::ExecuteOptions& options,
                   diag::Diagnostics& diagnostics) {
  const ast::Json* filter = written.json.find("filter");
  const bool has_keywords = !formula.rows.keywords.empty();
  if (filter == nullptr || dataset.review_count() == 0 ||
      (has_keywords && !engine::has_texts(dataset)) || has_relevant(formula.rows, dataset, options))
    return;
  contract::RowSet by_keywords = formula.rows;
  by_keywords.relevant.reset();
  if (!has_relevant(by_keywords, dataset, options)) {
    diagnostics
        .report(diag::DiagCode::PatternNeverMet, filter->find("keywords")->span,
                fmt::format("{}", fmt::join(by_keywords.keywords, "`, `")))
        .help = by_keywords.whole_words
                    ? "the formula has no rows; `\"match\": \"word\"` finds whole words alone"
                    : "the formula has no rows";
    return;
  }
  const source::Span where = filter->find("where")->span;
  if (is_reported(where, diagnostics)) return;
  diagnostics
      .report(diag::DiagCode::ConstantTest, where, "never",
              has_keywords ? "no review that contains a keyword meets it" : "no review meets it")
      .help = "the formula has no rows";
}

}  // namespace seedc::lint
