// Conditions that the data does not answer as the program seems to expect: paths, values, people,
// topics and patterns that are not there, and conditions that are the same for every item.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "engine/lint/lint_run.h"
#include "engine/schema_source.h"

namespace seedc::lint {

/// Reports at most one mistake of each condition, at its first location, and returns the conditions
/// that no item satisfies because of it. Only then is the schema searched for similar paths and
/// topics.
std::unordered_set<ir::ValueId> lint_conditions(const std::vector<ConditionSite>& sites,
                                                const LintRun& run, engine::SchemaSource& names,
                                                diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
