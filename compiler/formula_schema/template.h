// The texts of formula.schema.json and prompt.md, which the build embeds as constants.
#pragma once

#include <string>
#include <string_view>

namespace seedc::formula_schema {

/// Contains `%functions%`, `%lookup_modes%` and `%plain_field_types%` where formula_schema()
/// inserts lists.
extern const std::string_view kFormulaSchemaTemplate;

/// Contains `%field_types%`, `%steps%`, `%lookup_modes%`, `%tests%` and `%functions%`, each in a
/// line of its own, where formula_prompt() inserts lists.
extern const std::string_view kFormulaPromptTemplate;

/// Puts a text in the location of a placeholder, which is there.
inline void put_in(std::string& document, std::string_view placeholder, const std::string& text) {
  document.replace(document.find(placeholder), placeholder.size(), text);
}

}  // namespace seedc::formula_schema
