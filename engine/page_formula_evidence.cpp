// Explains formulas at the first items of their rankings.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/explain/formula_facts.h"
#include "engine/page_evidence.h"
#include "engine/report/formula_explain.h"

namespace seedc::engine {
namespace {

constexpr std::size_t kMostRanked = 50;

/// The words of reviews that rows show for the values of their fields, by review and field.
language::Dict quotes_of(const explain::FormulaExplanation& explanation,
                         const data::Extractions& extractions, const data::Dataset& dataset) {
  language::Dict quotes;
  for (const std::uint32_t review : explanation.reviews().rows) {
    language::Dict of_review;
    for (const contract::Field& field : explanation.outline().formula.rows.fields) {
      if (!std::string_view(field.name).ends_with(contract::kQuoteSuffix)) continue;
      const data::Column& column = extractions.field(field.name);
      const language::Value& quote = column.values[column.codes[review]];
      if (quote.as<std::string>() != nullptr) of_review.emplace_back(field.name, quote);
    }
    if (!of_review.empty())
      quotes.emplace_back(std::string(dataset.review_id(review)), std::move(of_review));
  }
  return quotes;
}

language::Dict texts_of(const explain::FormulaExplanation& explanation,
                        const data::Dataset& dataset) {
  language::Dict texts;
  for (const std::uint32_t review : explanation.reviews().rows) {
    language::List list;
    for (const report::TextPiece& piece : report::pieces_of(dataset.text(review), {})) {
      list.emplace_back(
          language::List{static_cast<std::int64_t>(piece.begin), std::string(piece.text)});
    }
    texts.emplace_back(std::string(dataset.review_id(review)), std::move(list));
  }
  return texts;
}

/// The lines of one item; without them, if the explanation would be too long.
std::string lines_at(const EvidenceSource& source, std::size_t number,
                     const explain::FormulaExplanation& explanation,
                     const data::Extractions& extractions) {
  const auto json = report::explanation_json(explanation, "");
  if (!json) return "";
  std::string one_line = *json;
  std::ranges::replace(one_line, '\n', ' ');
  const std::uint32_t item = explanation.item();
  std::string out = fmt::format("f {} {} {}\n", number, item, one_line);
  if (!source.page.has_texts) return out;
  const language::Dict quotes = quotes_of(explanation, extractions, source.dataset);
  if (!quotes.empty()) out += fmt::format("q {} {} {}\n", number, item, language::to_json(quotes));
  return out +
         fmt::format("t 0 {} {}\n", item, language::to_json(texts_of(explanation, source.dataset)));
}

}  // namespace

base::Result<void> add_formula_evidence(const EvidenceSource& source,
                                        const std::vector<explain::FormulaOutline>& outlines,
                                        const std::vector<const ScoredFormula*>& scored,
                                        EvidenceLines& lines) {
  for (std::size_t number = 0; number < source.page.formulas.size(); ++number) {
    report::FormulaReport ranked = *source.page.formulas[number].report;
    ranked.order = {.key = source.page.formulas[number].order, .top = kMostRanked};
    const data::Extractions& extractions = scored[number]->extractions;
    const exec::BoundFormula bound = exec::BoundFormula::bind(
        std::make_shared<const exec::PreparedFormula>(outlines[number].formula), source.dataset,
        extractions, {});
    for (const std::uint32_t item : report::ordered_items(ranked, source.dataset.item_count())) {
      source.dataset.call().check();
      if (lines.is_full()) {
        lines.leave_out(EvidenceOf::Ranked);
        continue;
      }
      const auto explanation = explain::FormulaExplanation::make(outlines[number], bound,
                                                                 source.dataset, extractions, item);
      if (!explanation) return tl::unexpected(explanation.error());
      lines.add(EvidenceOf::Ranked, lines_at(source, number, *explanation, extractions));
    }
  }
  return {};
}

}  // namespace seedc::engine
