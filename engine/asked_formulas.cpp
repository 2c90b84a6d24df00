// Finds formulas by an output, and plans them alone.
#include "engine/asked_formulas.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "compiler/check/formula_scope.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

/// The output of that name among those that the program names, and not what was added.
std::optional<std::size_t> find_single_output(const contract::Formula& formula,
                                              const explain::FormulaOutline& outline,
                                              const std::string& name) {
  const auto found = std::ranges::find(formula.outputs, name);
  if (found == formula.outputs.end()) return std::nullopt;
  const auto number = static_cast<std::size_t>(found - formula.outputs.begin());
  const bool is_list = std::ranges::any_of(formula.lists, [&](const contract::ListSpec& list) {
    return std::ranges::count(list.outputs, number) > 0;
  });
  const bool is_step = std::ranges::any_of(outline.steps, [&](const explain::StepOutline& step) {
    return step.name == name && step.is_output;
  });
  return is_list || !is_step ? std::nullopt : std::optional(number);
}

}  // namespace

const explain::StepOutline* find_step(const explain::FormulaOutline& outline,
                                      const std::string& name) {
  const auto found = std::ranges::find(outline.steps, name, &explain::StepOutline::name);
  return found == outline.steps.end() ? nullptr : &*found;
}

base::Result<std::vector<AskedFormula>> asked_formulas(
    const contract::Plan& plan, const std::vector<explain::FormulaOutline>& outlines,
    const std::string& written) {
  const std::string output = check::step_name_of(written);
  std::vector<AskedFormula> asked;
  std::vector<std::string> names;
  for (std::size_t number = 0; number < plan.formulas.size(); ++number) {
    if (const auto found = find_single_output(plan.formulas[number], outlines[number], output))
      asked.push_back({number, *found});
    for (const explain::StepOutline& step : outlines[number].steps) {
      const bool is_list = std::holds_alternative<explain::ListOutline>(step.body);
      if (step.is_output && !is_list) names.push_back(step.name);
    }
  }
  if (!asked.empty()) return asked;
  const bool is_list = std::ranges::any_of(outlines, [&](const explain::FormulaOutline& outline) {
    const explain::StepOutline* step = find_step(outline, output);
    return step != nullptr && step->is_output;
  });
  return tl::unexpected(
      base::not_found(is_list ? "output of one value" : "output", written, names,
                      names.empty() ? "no formula has one"
                                    : fmt::format("the outputs are {}", fmt::join(names, ", "))));
}

contract::Plan plan_of_own_formulas(const Compilation& compilation, const EditFormula& edit) {
  ir::Module module = compilation.module;
  module.conditions.clear();
  module.requests.clear();
  std::vector<ir::Formula> own;
  for (std::size_t number = 0; number < compilation.own_formulas; ++number) {
    const check::CheckedFormula& checked = compilation.formulas[number];
    if (!checked.compiled) continue;
    edit(own.size(), checked, module);
    own.push_back(module.formulas[*checked.compiled]);
  }
  module.formulas = std::move(own);
  return plan::make_plan(opt::optimise(std::move(module)));
}

contract::Plan plan_of_outputs(const Compilation& compilation, const contract::Plan& whole,
                               const IsOutputKept& is_kept) {
  return plan_of_own_formulas(
      compilation,
      [&](std::size_t number, const check::CheckedFormula& checked, ir::Module& module) {
        std::vector<ir::Output>& outputs = module.formulas[*checked.compiled].outputs;
        std::vector<ir::Output> kept;
        for (std::size_t output = 0; output < outputs.size(); ++output) {
          if (is_kept(whole.formulas[number], output)) kept.push_back(outputs[output]);
        }
        if (!kept.empty()) outputs = std::move(kept);
      });
}

}  // namespace seedc::engine
