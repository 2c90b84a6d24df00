// The text of formula.schema.json, which the build embeds as a constant.
#pragma once

#include <string_view>

namespace seedc::formula_schema {

/// Contains `%functions%`, `%lookup_modes%` and `%plain_field_types%` where formula_schema()
/// inserts lists.
extern const std::string_view kFormulaSchemaTemplate;

}  // namespace seedc::formula_schema
