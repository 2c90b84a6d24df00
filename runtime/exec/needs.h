// Determines which parts of a dataset a plan reads, so that only those are loaded.
#pragma once

#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc::exec {

data::DataNeeds needs_of(const contract::Plan& plan);

}  // namespace seedc::exec
