// Bounds of outputs that are not settled, for people and in the machine formats.
#pragma once

#include <string>

#include "engine/bounds/bound.h"

namespace seedc::report {

/// `[4.2, 9.0]`, `{high, medium}`, `[0, 3] or null`. Reals are rounded outwards to four decimals.
std::string bound_text(const bounds::Bound& bound);

/// `{"lower":4.2,"upper":9.0}`, where null is no bound, and `"values"`: the list of what it may be
/// else, absent if that is nothing, null if it is not known.
std::string bound_json(const bounds::Bound& bound);

}  // namespace seedc::report
