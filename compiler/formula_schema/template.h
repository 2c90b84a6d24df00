// The text of formula.schema.json, which the build makes a constant of.
#pragma once

#include <string_view>

namespace seedc {

/// Has `%functions%`, `%lookup_modes%` and `%plain_field_types%` where formula_schema() puts lists.
extern const std::string_view kFormulaSchemaTemplate;

}  // namespace seedc
