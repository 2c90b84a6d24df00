// Determines which parts of a dataset a plan reads, so that only those are loaded.
#pragma once

#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc::exec {

data::DataNeeds needs_of(const contract::Plan& plan);

/// What the plan's conditions search texts for (DataNeeds::searches); std::nullopt if a pattern
/// requires no literal, or so many that texts take no more memory.
std::optional<std::vector<language::RequiredLiterals>> searches_of(const contract::Plan& plan);

/// Adds what one condition reads.
void add_needs(const language::Condition& condition, data::DataNeeds& needs);

}  // namespace seedc::exec
