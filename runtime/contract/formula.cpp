// Looks up the types of fields in the table of kinds, and converts fields to and from IR values.
#include "runtime/contract/formula.h"

#include <algorithm>
#include <utility>

namespace seedc::contract {

std::optional<FieldType> find_field_type(std::string_view word) {
#define SEEDC_FIELD_TYPE(id, own, kind) \
  if (word == own) return FieldType::id;
#include "runtime/language/kinds.def"
  return std::nullopt;
}

language::Kind kind_of(FieldType type) {
  switch (type) {
#define SEEDC_FIELD_TYPE(id, word, kind) \
  case FieldType::id:                    \
    return language::Kind::kind;
#include "runtime/language/kinds.def"
  }
  return language::Kind::Str;
}

namespace {

std::string_view word_of(FieldType type) {
  switch (type) {
#define SEEDC_FIELD_TYPE(id, word, kind) \
  case FieldType::id:                    \
    return word;
#include "runtime/language/kinds.def"
  }
  return "";
}

/// Sets the type, and the values of an enum. Returns whether `declared` is a type.
bool read_type(const language::Value& declared, Field& field) {
  if (const auto* word = declared.as<std::string>()) {
    const auto type = find_field_type(*word);
    field.type = type.value_or(FieldType::String);
    return type && *type != FieldType::Enum;
  }
  const auto* values = declared.as<language::List>();
  if (values == nullptr) return false;
  field.type = FieldType::Enum;
  for (const language::Value& value : *values) {
    const auto* text = value.as<std::string>();
    if (text == nullptr) return false;
    field.values.push_back(*text);
  }
  return true;
}

/// Whether a default or a bound is of the field's type.
bool is_of_type(const Field& field, const language::Value& value) {
  if (value.is_null()) return true;
  const bool is_scalar =
      value.as<language::List>() == nullptr && value.as<language::Dict>() == nullptr;
  return is_scalar && language::kind_of(value) == kind_of(field.type);
}

}  // namespace

bool is_within(const Field& field, const language::Value& number) {
  const auto is_at_most = [](const language::Value& a, const language::Value& b) {
    const auto *left = a.as<std::int64_t>(), *right = b.as<std::int64_t>();
    if (left != nullptr && right != nullptr) return *left <= *right;
    return *language::number_of(a) <= *language::number_of(b);
  };
  return (field.minimum.is_null() || is_at_most(field.minimum, number)) &&
         (field.maximum.is_null() || is_at_most(number, field.maximum));
}

language::Value declaration_of(const Field& field) {
  language::Value type =
      field.type == FieldType::Enum
          ? language::Value(language::List(field.values.begin(), field.values.end()))
          : language::Value(std::string(word_of(field.type)));
  if (field.otherwise.is_null() && field.minimum.is_null() && field.maximum.is_null()) return type;
  language::Dict declaration = {{"type", std::move(type)}};
  const std::pair<const char*, const language::Value*> parts[] = {
      {"default", &field.otherwise}, {"minimum", &field.minimum}, {"maximum", &field.maximum}};
  for (const auto& [key, value] : parts) {
    if (!value->is_null()) declaration.emplace_back(key, *value);
  }
  return declaration;
}

std::optional<Field> declared_field(std::string name, const language::Value& declaration) {
  Field field{std::move(name), FieldType::String, {}};
  const auto* parts = declaration.as<language::Dict>();
  if (parts == nullptr) {
    return read_type(declaration, field) ? std::optional(std::move(field)) : std::nullopt;
  }
  bool has_type = false;
  for (const auto& [key, value] : *parts) {
    if (key == "type") has_type = read_type(value, field);
    if (key == "default") field.otherwise = value;
    if (key == "minimum") field.minimum = value;
    if (key == "maximum") field.maximum = value;
  }
  const bool has_bounds = !field.minimum.is_null() || !field.maximum.is_null();
  const bool is_valid = has_type && is_of_type(field, field.otherwise) &&
                        (!has_bounds || language::is_number(kind_of(field.type))) &&
                        (field.minimum.is_null() || language::number_of(field.minimum)) &&
                        (field.maximum.is_null() || language::number_of(field.maximum));
  return is_valid ? std::optional(std::move(field)) : std::nullopt;
}

}  // namespace seedc::contract
