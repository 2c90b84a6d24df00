// The formulas of a program that a question about an output is about.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/explain/outline.h"
#include "engine/program.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"

namespace seedc::engine {

/// One of the plan's formulas, and the output of that name.
struct AskedFormula {
  std::size_t number = 0;  ///< of the plan and of the outlines
  std::size_t output = 0;
};

/// The step of that name; a null pointer if there is none.
const explain::StepOutline* find_step(const explain::FormulaOutline& outline,
                                      const std::string& name);

/// The formulas that have the output. The plan is that of `plan_of_own_formulas`, the outlines are
/// those of `written_formulas`. Fails (Usage) if none has it, or as a list only.
base::Result<std::vector<AskedFormula>> asked_formulas(
    const contract::Plan& plan, const std::vector<explain::FormulaOutline>& outlines,
    const std::string& written);

/// Changes one of the module's formulas before it is planned; `number` is that of the plan.
using EditFormula =
    std::function<void(std::size_t number, const check::CheckedFormula& checked, ir::Module&)>;
/// The programs' own formulas without errors, and nothing else.
contract::Plan plan_of_own_formulas(const Compilation& compilation, const EditFormula& edit);

/// Whether an output of one of the plan's formulas is kept.
using IsOutputKept = std::function<bool(const contract::Formula& formula, std::size_t output)>;
/// The same plan, `whole`, in which formulas have no other outputs than those that are kept: what
/// others need does not matter. A formula of which none is kept has all.
contract::Plan plan_of_outputs(const Compilation& compilation, const contract::Plan& whole,
                               const IsOutputKept& is_kept);

}  // namespace seedc::engine
