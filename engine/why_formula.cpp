// Asks for changes of rows, thresholds and what each row contributes.
#include "engine/why_formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/asked_formulas.h"
#include "engine/bounds/changes.h"
#include "engine/bounds/output_texts.h"
#include "engine/explain/formula_facts.h"
#include "engine/explain_formula.h"
#include "engine/formula_why.h"
#include "engine/formulas.h"
#include "engine/report/explain.h"
#include "engine/report/text.h"
#include "engine/report/why_formula.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

/// An error if the output has only other texts than the one that it is to have.
base::Result<void> check_goal(const contract::Formula& formula, std::size_t output,
                              const std::optional<std::string>& to) {
  if (!to || *to == "null") return {};
  const auto texts = bounds::output_texts(formula.program, output);
  if (!texts || std::ranges::count(*texts, *to) > 0) return {};
  return tl::unexpected(base::not_found("value of " + formula.outputs[output], *to, *texts,
                                        fmt::format("its values are {}", fmt::join(*texts, ", "))));
}

/// The formulas at the item.
class FormulaQuestion {
 public:
  FormulaQuestion(const Compilation& compilation, const WhyFormulaOptions& options)
      : options_(options),
        outlines_(written_formulas(compilation)),
        plan_(plan_of_steps(compilation, outlines_)) {
    for (const explain::FormulaOutline& outline : outlines_)
      written_.formulas.push_back(outline.formula);
    run_.extractions = options.extractions;
    run_.names = options.evaluate.host->setting_names();
    run_.load = {.strict = options.evaluate.strict, .threads = options.evaluate.threads};
  }

  base::Result<std::string> answer() {
    const auto asked = asked_formulas(plan_, outlines_, options_.output);
    if (!asked) return tl::unexpected(asked.error());
    if (auto checked = check_options(plan_, plan_.formulas.size(), run_); !checked)
      return tl::unexpected(checked.error());
    auto dataset = load_for(plan_, options_.evaluate, needs_for(written_));
    if (!dataset) return tl::unexpected(dataset.error());
    const auto item = find_item(*dataset, options_.item);
    if (!item) return tl::unexpected(item.error());
    std::string out = options_.is_json ? "[\n" : report::item_title(*dataset, *item) + "\n\n";
    for (const AskedFormula& formula : *asked) {
      const auto goal = check_goal(plan_.formulas[formula.number], formula.output, options_.to);
      if (!goal) return tl::unexpected(goal.error());
    }
    for (const AskedFormula& formula : *asked) {
      const auto text = text_of(formula, *dataset, *item);
      if (!text) return text;
      if (&formula != asked->data()) out += options_.is_json ? ",\n" : "\n";
      out += *text;
    }
    return out + (options_.is_json ? "\n]\n" : "");
  }

 private:
  base::Result<std::string> text_of(const AskedFormula& asked, const data::Dataset& dataset,
                                    std::uint32_t item) {
    const auto extractions = read_extractions(plan_, asked.number, dataset, run_);
    if (!extractions) return tl::unexpected(extractions.error());
    options_.evaluate.host->extracted(extractions->report());
    const contract::Formula& formula = plan_.formulas[asked.number];
    const explain::FormulaOutline& outline = outlines_[asked.number];
    const auto written =
        exec::BoundFormula::bind(std::make_shared<const exec::PreparedFormula>(outline.formula),
                                 dataset, *extractions, {.threads = options_.evaluate.threads});
    const auto explanation =
        explain::FormulaExplanation::make(outline, written, dataset, *extractions, item);
    if (!explanation) return tl::unexpected(explanation.error());
    const FormulaInData in_data(formula, dataset, *extractions, options_.evaluate.threads);
    const FormulaAtItem at_item(in_data, *explanation);
    report::FormulaWhy why = at_item.facts(formula.outputs[asked.output]);
    why.to = options_.to;
    warn_of_open(*options_.evaluate.host, why.open.size(), "", " of the item");
    const bounds::Goal goal{why.value, options_.to};
    why.is_already = options_.to && goal.is_met(why.value);
    why.most_time = options_.most_time;
    if (!why.is_already)
      why.changes = bounds::smallest_changes(in_data.rows(), at_item.at_item(), asked.output, goal,
                                             options_.most_time, dataset.call());
    return options_.is_json ? report::why_formula_json(why, dataset, item)
                            : report::why_formula_text(why, dataset, layout());
  }

  report::Layout layout() const {
    return {.names = options_.evaluate.host->setting_names(),
            .width = options_.evaluate.host->text_width(),
            .colour = options_.colour};
  }

  const WhyFormulaOptions& options_;
  std::vector<explain::FormulaOutline> outlines_;
  contract::Plan plan_;     ///< with every step as an output
  contract::Plan written_;  ///< the outlines' formulas
  FormulaRunOptions run_;
};

}  // namespace

base::Result<std::string> explain_why_formula(const Compilation& compilation,
                                              const WhyFormulaOptions& options) {
  return FormulaQuestion(compilation, options).answer();
}

}  // namespace seedc::engine
