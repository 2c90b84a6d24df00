// Bounds in words.
#pragma once

#include <string>

#include "engine/bounds/bound.h"

namespace seedc::lint {

/// The values that are not null: `at most 0.3`, `from 0 to 1`, `7`, "`Good` or `Fair`". Empty if
/// there is nothing to say, as they are of several kinds or without limits, or too many.
std::string bound_text(const bounds::Bound& bound);

}  // namespace seedc::lint
