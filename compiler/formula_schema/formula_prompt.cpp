// Completes the document prompt.md with what tables and the schema say: steps with their keys,
// tests, functions, types of fields. A row of a table without its words here does not compile.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "compiler/formula_schema/formula_schema.h"
#include "compiler/formula_schema/template.h"

namespace seedc::formula_schema {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::string_view;

// An enumeration for each table, so that the switches below must have all of its rows.
enum class Function {
#define SEEDC_FUNCTION(id, ...) id,
#include "runtime/language/operations.def"
};
enum class Test {
#define SEEDC_VALUE_TEST(id, ...) id,
#include "runtime/language/formula_words.def"
};
enum class Mode {
#define SEEDC_LOOKUP_MODE(id, ...) id,
#include "runtime/language/formula_words.def"
};
enum class FieldType {
#define SEEDC_FIELD_TYPE(id, ...) id,
#include "runtime/language/kinds.def"
};

struct FunctionWords {
  Words arguments, meaning;
};

FunctionWords words_of(Function function) {
  switch (function) {
    case Function::Max:
      return {"a, b, …", "the greatest number"};
    case Function::Min:
      return {"a, b, …", "the least number"};
    case Function::Abs:
      return {"x", "without its sign"};
    case Function::Log:
      return {"x", "natural logarithm; null unless x > 0"};
    case Function::Sqrt:
      return {"x", "square root; null if x < 0"};
    case Function::Floor:
      return {"x", "the integer at or below x"};
    case Function::Ceil:
      return {"x", "the integer at or above x"};
    case Function::Truncate:
      return {"x", "the integer toward zero"};
    case Function::Round:
      return {"x", "the nearest integer, halves to even"};
    case Function::RoundTo:
      return {"x, 2", "to so many decimals"};
    case Function::Text:
      return {"x", "any value as a string"};
    case Function::Default:
      return {"x, y", "x, or y where x is null"};
    case Function::Days:
      return {"a, b", "days from date a to date b, texts that begin `YYYY-MM-DD`"};
    case Function::Years:
      return {"a, b", "those days over 365.25"};
  }
  return {};
}

Words words_of(Test test) {
  switch (test) {
    case Test::Eq:
      return "equal";
    case Test::Ne:
      return "present, and not equal";
    case Test::Lt:
      return "less, of numbers or strings";
    case Test::Le:
      return "less or equal";
    case Test::Gt:
      return "greater";
    case Test::Ge:
      return "greater or equal";
    case Test::In:
      return "equal to one of a list";
    case Test::Contains:
      return "a text, or one of a list, occurs in the text, in any case";
    case Test::ContainsWord:
      return "the same, as a whole word";
    case Test::Matches:
      return "a regular expression is found in the text, in any case";
  }
  return {};
}

Words words_of(Mode mode) {
  switch (mode) {
    case Mode::Exact:
      return "the key is the text (the default)";
    case Mode::SubstringFirst:
      return "the first key that occurs in the text, in any case";
    case Mode::SubstringMax:
      return "of the keys that occur in the text the one with the highest number";
  }
  return {};
}

Words words_of(FieldType type) {
  switch (type) {
    case FieldType::String:
      return "free text; in `where`, search it with `contains`, since readers vary their words";
    case FieldType::Enum:
      return "one of `values`, an object of each value and what it means; prefer it to a string";
    case FieldType::Int:
      return "an integer";
    case FieldType::Float:
      return "a number";
    case FieldType::Bool:
      return "true or false";
  }
  return {};
}

void add_line(std::string& text, std::string_view code, std::string_view meaning) {
  text += fmt::format("{}- `{}`: {}", text.empty() ? "" : "\n", code, meaning);
}

std::string functions() {
  std::string text;
  const auto add = [&](std::string_view name, const FunctionWords& words) {
    const std::string_view called = name.substr(0, name.find('.'));
    add_line(text, fmt::format("{}({})", called, words.arguments), words.meaning);
  };
#define SEEDC_FUNCTION(id, name, ...) add(name, words_of(Function::id));
#include "runtime/language/operations.def"
  return text;
}

std::string tests() {
  std::string text;
#define SEEDC_VALUE_TEST(id, name, sign, operand) add_line(text, sign, words_of(Test::id));
#include "runtime/language/formula_words.def"
  return text;
}

std::string lookup_mode_lines() {
  std::string text;
#define SEEDC_LOOKUP_MODE(id, name) add_line(text, name, words_of(Mode::id));
#include "runtime/language/formula_words.def"
  return text;
}

std::string field_types() {
  std::string text;
#define SEEDC_FIELD_TYPE(id, word, kind) add_line(text, word, words_of(FieldType::id));
#include "runtime/language/kinds.def"
  return text;
}

/// The steps as the schema defines them. What a key is is said once.
class Steps {
 public:
  /// The forms of a step that were not listed yet: a form may be that of several steps.
  void add(std::string_view name) {
    for (const auto& [form, definition] : document_["$defs"].items()) {
      if (!definition.contains("properties") || !definition["properties"].contains("op")) continue;
      const Json& names = definition["properties"]["op"]["enum"];
      if (std::ranges::find(names, Json(name)) != names.end() && listed_.insert(form).second)
        add_form(names, definition);
    }
  }

  std::string text;

 private:
  void add_form(const Json& names, const Json& definition) {
    std::string keys, notes;
    for (const auto& [key, schema] : definition["properties"].items()) {
      if (key == "name" || key == "op" || key == "description" ||
          schema.value("type", Json()) == "null")
        continue;
      const Json& required = definition["required"];
      const bool is_required = std::ranges::find(required, Json(key)) != required.end();
      keys += fmt::format(fmt::runtime(is_required ? " `{}`" : " [`{}`]"), key);
      const std::string meaning = schema.value("description", "");
      if (!meaning.empty() && explained_.emplace(key, meaning).second)
        notes += fmt::format(" `{}`: {}", key, meaning);
    }
    std::string ops;
    for (const Json& name : names)
      ops += (ops.empty() ? "`" : ", `") + name.get<std::string>() + "`";
    const std::string with = keys.empty() ? "" : " with" + keys;
    text += fmt::format("{}- {}{}: {}{}", text.empty() ? "" : "\n", ops, with,
                        definition.at("description").get<std::string>(), notes);
  }

  const Json document_ = Json::parse(formula_schema());
  std::set<std::string> listed_;
  std::set<std::pair<std::string, std::string>> explained_;
};

std::string steps() {
  Steps steps;
#define SEEDC_STEP(id, name, ...) steps.add(name);
#include "runtime/language/formula_words.def"
  return steps.text;
}

}  // namespace

std::string_view formula_prompt() {
  static const std::string kDocument = [] {
    std::string document(kFormulaPromptTemplate);
    put_in(document, "%field_types%", field_types());
    put_in(document, "%steps%", steps());
    put_in(document, "%lookup_modes%", lookup_mode_lines());
    put_in(document, "%tests%", tests());
    put_in(document, "%functions%", functions());
    return document;
  }();
  return kDocument;
}

}  // namespace seedc::formula_schema
