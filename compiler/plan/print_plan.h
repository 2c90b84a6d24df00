// A plan as text, for people.
#pragma once

#include <string>

#include "runtime/contract/plan.h"

namespace seedc {

std::string print_plan(const plan::Plan& plan);

}  // namespace seedc
