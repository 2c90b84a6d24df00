// The fields of conditions as attributes in the text of the IR: ` path=["a"] text="b"`. The rows of
// runtime/language/conditions.def define the attributes and their order; a field that is not given
// has no attribute.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/conditions.h"

namespace seedc::ir {

/// The attributes, each preceded by a space.
std::string attributes_text(const seedc::language::Condition& condition);

/// The names of all attributes that this kind of condition may have.
std::vector<std::string_view> attribute_names(const seedc::language::Condition& condition);

/// Sets the fields from values in the order of `attribute_names`, null where an attribute is
/// absent. Returns one line for each attribute that is missing or of another type; its field is
/// left unchanged.
std::vector<std::string> set_fields(seedc::language::Condition& condition,
                                    std::span<const language::Value> attributes);

/// Errors in fields of the right types, one line each: out of range, or missing where another field
/// requires them.
std::vector<std::string> wrong_fields(const seedc::language::Condition& condition);

}  // namespace seedc::ir
