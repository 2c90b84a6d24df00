// The ends of intervals of numbers that have none.
#pragma once

#include <limits>

namespace seedc::prove {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace seedc::prove
