// Determines which parts of a dataset a plan reads, so that only those are loaded.
#pragma once

#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc::exec {

data::DataNeeds needs_of(const contract::Plan& plan);

/// Adds what one condition reads.
void add_needs(const language::Condition& condition, data::DataNeeds& needs);

}  // namespace seedc::exec
