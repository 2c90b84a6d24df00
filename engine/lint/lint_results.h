// Compares the results of requests with their gold items (semantics.md section 5): the gold item
// matches, and no other item does.
#pragma once

#include <unordered_set>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/lint.h"
#include "engine/lint/lint_run.h"
#include "engine/lint/value_numbers.h"

namespace seedc::lint {

/// At most one message per request, and none if a condition that must hold is in `never`: that is
/// reported already. Requests without a gold item may match any number of items except none.
void lint_results(const LintInput& input, const ValueNumbers& numbers, const LintRun& run,
                  const std::unordered_set<ir::ValueId>& never, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
