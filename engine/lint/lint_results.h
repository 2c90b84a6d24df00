// Compares the results of requests with their gold items (semantics.md section 5): the gold item
// matches, and no other item does.
#pragma once

#include <unordered_set>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/lint.h"
#include "engine/lint/lint_run.h"
#include "engine/lint/value_numbers.h"

namespace seedc::lint {

/// One message a request at the most; none where a condition that must hold is `never` satisfied,
/// which is reported. Requests without a gold item may match as many as they like,
/// but not none.
void lint_results(const LintInput& input, const ValueNumbers& numbers, const LintRun& run,
                  const std::unordered_set<ir::ValueId>& never, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
