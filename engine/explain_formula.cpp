// Builds the outlines of checked formulas, binds them to the data, and formats the explanations.
#include "engine/explain_formula.h"

#include <algorithm>
#include <optional>

#include "engine/explain/formula_outline.h"
#include "engine/formula_why.h"
#include "engine/formulas.h"
#include "engine/report/formula_explain.h"
#include "engine/report/why_formula.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

base::Result<void> check_step(const std::vector<explain::FormulaOutline>& outlines,
                              const std::string& name) {
  std::vector<std::string> names;
  for (const explain::FormulaOutline& outline : outlines) {
    for (const explain::StepOutline& step : outline.steps) names.push_back(step.name);
  }
  if (name.empty() || std::ranges::find(names, name) != names.end()) return {};
  return tl::unexpected(base::not_found("step", name, names));
}

base::Result<std::string> explain(const explain::FormulaExplanation& explanation,
                                  const std::vector<report::FormulaWhy>& verdicts,
                                  const ExplainFormulaOptions& options) {
  auto text = options.is_json ? report::explanation_json(explanation, options.step)
                              : report::explanation_text(explanation, options.step, options.all,
                                                         options.layout);
  if (!text) return text;
  const data::Dataset& dataset = explanation.dataset();
  if (!options.is_json) {
    for (const report::FormulaWhy& why : verdicts)
      *text += "\n" + report::why_formula_text(why, dataset, options.layout);
    return text;
  }
  std::string list;
  for (const report::FormulaWhy& why : verdicts)
    list +=
        (list.empty() ? "\n" : ",\n") + report::why_formula_json(why, dataset, explanation.item());
  text->pop_back();  // The end of the object.
  return *text + ",\"verdicts\":[" + list + "]}";
}

}  // namespace

std::vector<explain::FormulaOutline> written_formulas(const Compilation& compilation) {
  std::vector<explain::FormulaOutline> outlines;
  std::size_t number = 0;
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Formula& tree : program.formulas) {
      const check::CheckedFormula& checked = compilation.formulas[number++];
      if (checked.compiled)
        outlines.push_back(
            explain::outline_of(tree, checked, compilation.module, compilation.sources));
    }
  }
  return outlines;
}

base::Result<std::string> explain_formulas(const Compilation& compilation,
                                           const ExplainFormulaOptions& options) {
  const std::vector<explain::FormulaOutline> outlines = written_formulas(compilation);
  if (outlines.empty()) return std::string();
  if (auto known = check_step(outlines, options.step); !known) return tl::unexpected(known.error());
  contract::Plan plan;
  for (const explain::FormulaOutline& outline : outlines) plan.formulas.push_back(outline.formula);
  FormulaRunOptions run;
  run.extractions = options.extractions;
  run.names = options.evaluate.host->setting_names();
  run.load = {.strict = options.evaluate.strict, .threads = options.evaluate.threads};
  if (auto checked = check_options(plan, plan.formulas.size(), run); !checked)
    return tl::unexpected(checked.error());
  const contract::Plan with_steps = plan_of_steps(compilation, outlines);
  const auto dataset = load_for(with_steps, options.evaluate, needs_for(plan));
  if (!dataset) return tl::unexpected(dataset.error());
  const auto item = find_item(*dataset, options.item);
  if (!item) return tl::unexpected(item.error());

  std::string out = options.is_json ? "[" : "";
  for (std::size_t number = 0; number < outlines.size(); ++number) {
    const auto extractions = read_extractions(plan, number, *dataset, run);
    if (!extractions) return tl::unexpected(extractions.error());
    options.evaluate.host->extracted(extractions->report());
    options.evaluate.host->bound(plan.formulas[number], *dataset, *extractions);
    const exec::BoundFormula bound = exec::BoundFormula::bind(
        std::make_shared<const exec::PreparedFormula>(plan.formulas[number]), *dataset,
        *extractions, {.threads = run.load.threads});
    const auto explanation =
        explain::FormulaExplanation::make(outlines[number], bound, *dataset, *extractions, *item);
    if (!explanation) return tl::unexpected(explanation.error());
    std::optional<FormulaInData> in_data;
    std::optional<FormulaAtItem> at_item;
    std::vector<report::FormulaWhy> verdicts;
    const contract::Formula& formula = with_steps.formulas[number];
    for (const std::string& output : verdicts_of(formula, *explanation, options.step)) {
      if (!at_item) {
        in_data.emplace(formula, *dataset, *extractions, run.load.threads);
        at_item.emplace(*in_data, *explanation);
      }
      verdicts.push_back(at_item->verdict(output));
    }
    const auto text = explain(*explanation, verdicts, options);
    if (!text) return tl::unexpected(text.error());
    if (number > 0) out += options.is_json ? ",\n" : "\n";
    out += *text;
  }
  return out + (options.is_json ? "]\n" : "");
}

}  // namespace seedc::engine
