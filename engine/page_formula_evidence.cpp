// Explains formulas at the first items of their rankings.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/asked_formulas.h"
#include "engine/bounds/output_texts.h"
#include "engine/bounds/wrong_values.h"
#include "engine/explain/formula_facts.h"
#include "engine/explain_formula.h"
#include "engine/formula_why.h"
#include "engine/page_evidence.h"
#include "engine/report/formula_explain.h"
#include "engine/report/why_formula.h"
#include "engine/sensitivity.h"

namespace seedc::engine {
namespace {

constexpr std::size_t kMostRanked = 50;
/// How likely each extracted value is wrong, where a page says how often verdicts flip.
constexpr bounds::WrongOptions kWrong{.probability = 0.05, .seed = 0, .samples = 1'000};

/// Whether an output is one of finitely many texts.
bool is_verdict(const contract::Formula& formula, std::size_t output) {
  return bounds::output_texts(formula.program, output).has_value();
}

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

/// What explains one formula at any number of items.
class FormulaExplainer {
 public:
  FormulaExplainer(const EvidenceSource& source, std::size_t number, const FormulaEvidence& formula,
                   unsigned threads)
      : source_(source),
        number_(number),
        formula_(formula),
        extractions_(formula.scored->extractions),
        bound_(exec::BoundFormula::bind(
            std::make_shared<const exec::PreparedFormula>(formula.outline.formula), source.dataset,
            extractions_, {.threads = threads})),
        with_steps_(formula.with_steps, source.dataset, extractions_, threads) {
    const contract::Formula& verdicts = formula.verdicts;
    for (std::size_t output = 0; output < verdicts.outputs.size(); ++output) {
      if (is_verdict(verdicts, output)) verdicts_.push_back(output);
    }
    if (verdicts_.empty() || verdicts.rows.fields.empty()) return;
    sensitive_.emplace(verdicts, source.dataset, extractions_, threads);
    wrong_.emplace(sensitive_->rows(), sensitive_->bound(), source.dataset, extractions_, kWrong);
  }
  FormulaExplainer(const FormulaExplainer&) = delete;
  FormulaExplainer& operator=(const FormulaExplainer&) = delete;

  /// Its lines: the explanation, what would turn verdicts, how often they flip, and reviews. Empty,
  /// if the explanation would be too long.
  base::Result<std::string> lines_at(std::uint32_t item) const {
    const auto explanation = explain::FormulaExplanation::make(formula_.outline, bound_,
                                                               source_.dataset, extractions_, item);
    if (!explanation) return tl::unexpected(explanation.error());
    const auto json = report::explanation_json(*explanation, "");
    if (!json) return "";
    std::string one_line = *json;
    std::ranges::replace(one_line, '\n', ' ');
    std::string out = line('f', item, one_line) + verdict_line(*explanation) + flip_line(item);
    if (!source_.page.has_texts) return out;
    const language::Dict quotes = quotes_of(*explanation, extractions_, source_.dataset);
    if (!quotes.empty()) out += line('q', item, language::to_json(quotes));
    return out + fmt::format("t 0 {} {}\n", item,
                             language::to_json(texts_of(*explanation, source_.dataset)));
  }

 private:
  std::string line(char kind, std::uint32_t item, const std::string& json) const {
    return fmt::format("{} {} {} {}\n", kind, number_, item, json);
  }

  std::string verdict_line(const explain::FormulaExplanation& explanation) const {
    const std::vector<std::string> verdicts = verdicts_of(with_steps_.formula(), explanation, "");
    if (verdicts.empty()) return "";
    const FormulaAtItem at_item(with_steps_, explanation);
    std::string list;
    for (const std::string& output : verdicts) {
      list += list.empty() ? "" : ",";
      list += report::why_formula_json(at_item.verdict(output, /*with_rows=*/false),
                                       source_.dataset, explanation.item());
    }
    return line('v', explanation.item(), "[" + list + "]");
  }

  std::string flip_line(std::uint32_t item) const {
    if (!wrong_) return "";
    const bounds::ItemChances chances = wrong_->at(sensitive_->rows().at(item));
    std::string list;
    for (const std::size_t output : verdicts_) {
      const report::FormulaSensitivity answer{
          .formula = &formula_.verdicts,
          .output = formula_.verdicts.outputs[output],
          .options = kWrong,
          .ranking = {},
          .items = {item_sensitivity(item, chances.outputs[output], chances.is_exact)}};
      list += list.empty() ? "" : ",";
      list += report::sensitivity_json(answer, source_.dataset, 1, std::nullopt);
    }
    return line('p', item, "[" + list + "]");
  }

  const EvidenceSource& source_;
  std::size_t number_;
  const FormulaEvidence& formula_;
  const data::Extractions& extractions_;
  exec::BoundFormula bound_;
  FormulaInData with_steps_;
  std::vector<std::size_t> verdicts_;  ///< outputs of `formula_.verdicts`
  std::optional<FormulaInData> sensitive_;
  std::optional<bounds::WrongValues> wrong_;
};

}  // namespace

std::vector<FormulaEvidence> evidence_of_formulas(const Compilation& compilation) {
  std::vector<explain::FormulaOutline> outlines = written_formulas(compilation);
  contract::Plan with_steps = plan_of_steps(compilation, outlines);
  const contract::Plan whole = plan_of_own_formulas(compilation, [](auto&&...) {});
  contract::Plan verdicts = plan_of_outputs(compilation, whole, is_verdict);
  std::vector<FormulaEvidence> formulas;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    formulas.push_back({.outline = std::move(outlines[i]),
                        .scored = nullptr,
                        .with_steps = std::move(with_steps.formulas[i]),
                        .verdicts = std::move(verdicts.formulas[i])});
  }
  return formulas;
}

base::Result<void> add_formula_evidence(const EvidenceSource& source,
                                        const std::vector<FormulaEvidence>& formulas,
                                        unsigned threads, EvidenceLines& lines) {
  for (std::size_t number = 0; number < formulas.size(); ++number) {
    report::FormulaReport ranked = *source.page.formulas[number].report;
    ranked.order = {.key = source.page.formulas[number].order, .top = kMostRanked};
    const FormulaExplainer explainer(source, number, formulas[number], threads);
    for (const std::uint32_t item : report::ordered_items(ranked, source.dataset.item_count())) {
      source.dataset.call().check();
      if (lines.is_full()) {
        lines.leave_out(EvidenceOf::Ranked);
        continue;
      }
      const auto made = explainer.lines_at(item);
      if (!made) return tl::unexpected(made.error());
      lines.add(EvidenceOf::Ranked, *made);
    }
  }
  return {};
}

}  // namespace seedc::engine
