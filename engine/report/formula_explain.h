// The explanation of a formula at one item: for people, each step with what decided it, and as JSON
// with all of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/explain/formula_facts.h"
#include "engine/report/layout.h"
#include "runtime/base/limits.h"
#include "runtime/base/result.h"

namespace seedc::report {

/// Which steps are shown: all, or one and those that it uses.
std::vector<const explain::StepOutline*> steps_to_explain(const explain::FormulaOutline& outline,
                                                          std::string_view step);

/// For people. Of rows, reviews and rules that are many the first few, unless `all`.
/// Fails (Limit) if it would be longer than `most_bytes`.
base::Result<std::string> explanation_text(
    const explain::FormulaExplanation& explanation, std::string_view step, bool all,
    const Layout& layout = {}, std::size_t most_bytes = base::limits::kExplanationBytes);

/// `{"formula":…,"item":…,"reviews":…,"steps":[…]}` without a line end; see docs/formulas.md. Fails
/// likewise.
base::Result<std::string> explanation_json(
    const explain::FormulaExplanation& explanation, std::string_view step,
    std::size_t most_bytes = base::limits::kExplanationBytes);

base::Error explanation_too_long(std::size_t most_bytes);

}  // namespace seedc::report
