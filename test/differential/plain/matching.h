// `match` and equality (semantics.md section 2).
#pragma once

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// Whether a value of the data, not missing, matches what a condition expects.
bool matches(const Json& actual, const Json& expected);

/// Whether a value of the data, not missing, is equal to a value of a program, or to an element of
/// it if it is a list.
bool is_one_of(const Json& actual, const Json& expected);

}  // namespace seedc::plain
