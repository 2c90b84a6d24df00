// What a plan reads of a dataset.
#pragma once

#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc {

DataNeeds needs_of(const plan::Plan& plan);

}  // namespace seedc
