// `match` (semantics.md section 2).
#pragma once

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// Whether a value of the data, not missing, matches what a condition expects.
bool matches(const Json& actual, const Json& expected);

}  // namespace seedc::plain
