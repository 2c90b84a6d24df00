// What a plan reads of a dataset.
#pragma once

#include "runtime/contract/plan.h"
#include "runtime/data/dataset.h"

namespace seedc {

DataNeeds needs_of(const plan::Plan& plan);

}  // namespace seedc
