// Texts of values: lower case and Python's str() (semantics.md section 2).
#pragma once

#include <string>

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// Lower case by Unicode's full mapping.
std::string lower(const std::string& text);

/// Python's str() of a value.
std::string str(const Json& value);

/// The *text* of a value: str(), lower-cased.
std::string text(const Json& value);

/// Whether two strings are equal without regard to case.
bool equal_without_case(const std::string& a, const std::string& b);

}  // namespace seedc::plain
