// Prints a plan as text, for people.
#pragma once

#include <string>

#include "runtime/contract/plan.h"

namespace seedc {

std::string print_plan(const plan::Plan& plan);
std::string print_formula(const plan::Formula& formula);

}  // namespace seedc
