// The fields of conditions as attributes in the text of the IR: ` path=["a"] text="b"`. Which there
// are, and in which order, is the row's in runtime/language/conditions.def; a field that is not
// given has no attribute.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/conditions.h"

namespace seedc::ir {

/// The attributes, each after a blank.
std::string attributes_text(const seedc::Condition& condition);

/// The names of all attributes that a condition of its form may have.
std::vector<std::string_view> attribute_names(const seedc::Condition& condition);

/// Sets the fields from values in the order of `attribute_names`, null where an attribute is not
/// given. Returns one line for each that is missing or of another type; its field is left as it is.
std::vector<std::string> set_fields(seedc::Condition& condition, std::span<const Value> attributes);

/// What is wrong with fields that are of the right types: out of range, or missing beside others.
std::vector<std::string> wrong_fields(const seedc::Condition& condition);

}  // namespace seedc::ir
