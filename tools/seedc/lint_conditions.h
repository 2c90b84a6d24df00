// Conditions that the data does not answer as the program seems to expect: paths, values, people,
// topics and patterns that are not there, and conditions that are the same for every item.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/lint/condition_sites.h"
#include "runtime/contract/schema.h"
#include "tools/seedc/lint_run.h"

namespace seedc {

/// Reports at most one mistake of each condition, at its first place, and returns the conditions
/// that no item satisfies because of it. The dataset's schema is asked for only where a path is
/// unknown.
std::unordered_set<ir::ValueId> lint_conditions(const std::vector<ConditionSite>& sites,
                                                const LintRun& run,
                                                const std::function<const Schema*()>& schema,
                                                Diagnostics& diagnostics);

}  // namespace seedc
