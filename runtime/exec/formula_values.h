// What a Formula Seed makes of one value of the data (semantics.md section 6).
#pragma once

#include <string>

#include "runtime/contract/score.h"

namespace seedc {

/// `meta.year` of the value at `date`: the four digits that begin it if no further digit follows,
/// else null.
Value year_of(const Value& date);

/// Whether a value passes. Numbers, strings and booleans are three kinds; what is null or of
/// another kind than the operand does not pass.
bool passes(const ValueTest& test, const Cell& value);

/// What a lookup looks up for a value that is not missing: str() of it, a list's entries joined by
/// ", ".
std::string lookup_text_of(const Value& value);

}  // namespace seedc
