// Completes the document formula.schema.json with the lists that come from tables.
#include "compiler/formula_schema/formula_schema.h"

#include <string>
#include <vector>

#include "compiler/formula_schema/template.h"
#include "runtime/language/operations.h"

namespace seedc::formula_schema {
namespace {

/// `a", "b`, which replaces a placeholder between quotes in a list of the document.
std::string as_elements(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += "\", \"";
    text += word;
  }
  return text;
}

std::string lookup_mode_elements() {
  return as_elements({
#define SEEDC_LOOKUP_MODE(id, name) name,
#include "runtime/language/formula_words.def"
  });
}

/// All types but `enum`, which needs values.
std::string plain_field_types() {
  std::vector<std::string_view> words = {
#define SEEDC_FIELD_TYPE(id, word, kind) word,
#include "runtime/language/kinds.def"
  };
  std::erase(words, "enum");
  return as_elements(words);
}

}  // namespace

std::string_view formula_schema() {
  static const std::string kDocument = [] {
    std::string document(kFormulaSchemaTemplate);
    put_in(document, "%functions%", language::list_functions(""));
    put_in(document, "%lookup_modes%", lookup_mode_elements());
    put_in(document, "%plain_field_types%", plain_field_types());
    return document;
  }();
  return kDocument;
}

}  // namespace seedc::formula_schema
