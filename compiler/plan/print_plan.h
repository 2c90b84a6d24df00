// Prints a plan as text, for people.
#pragma once

#include <string>

#include "runtime/contract/plan.h"

namespace seedc::plan {

std::string print_plan(const contract::Plan& plan);
std::string print_formula(const contract::Formula& formula);

}  // namespace seedc::plan
