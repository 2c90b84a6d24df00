// Reads the default and the bounds of a field as values of its type.
#include "compiler/check/formula_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/check/suggest.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

bool is_numeric(const contract::Field& field) {
  return language::is_number(contract::kind_of(field.type));
}

/// Sets one bound.
bool check_bound(const FormulaObject& object, std::string_view key, const contract::Field& field,
                 language::Value& bound, diag::Diagnostics& diagnostics) {
  const ast::Json* given = object.find(key);
  if (given == nullptr) return true;
  if (!is_numeric(field)) {
    diagnostics.report(diag::DiagCode::Unused, given->span, "option", key).help =
        "only a field of type `int` or `float` has bounds";
    return true;
  }
  if (given->kind != JsonKind::Number) {
    object.report_type(*given, key, "a number");
    return false;
  }
  bound = *scalar_of(*given);
  if (std::isfinite(*language::number_of(bound))) return true;
  diagnostics.report(diag::DiagCode::BadValue, given->span, key, "within a double's range",
                     "infinite");
  return false;
}

std::string_view literal_of(contract::FieldType type) {
  switch (type) {
    case contract::FieldType::String:
    case contract::FieldType::Enum:
      return "a string";
    case contract::FieldType::Int:
      return "an integer";
    case contract::FieldType::Float:
      return "a number";
    case contract::FieldType::Bool:
      return "a boolean";
  }
  return "";
}

void report_kind(const ast::Json& given, const contract::Field& field,
                 diag::Diagnostics& diagnostics) {
  const bool is_number = given.kind == JsonKind::Number;
  auto& report =
      diagnostics.report(diag::DiagCode::WrongKind, given.span, "`default`", literal_of(field.type),
                         is_number ? given.text : std::string(ast::type_phrase(given)));
  const auto value = scalar_of(given);
  if (value && is_numeric(field)) suggest_unquoted(report, given.span, *value);
  const bool is_word = given.text == "true" || given.text == "false";
  if (field.type != contract::FieldType::Bool || given.kind != JsonKind::String || !is_word) return;
  report.help = "write it without quotes: " + given.text;
  report.fix = diag::FixIt{given.span, given.text, /*is_safe=*/true};
}

}  // namespace

bool check_field_bounds(const FormulaObject& object, contract::Field& field,
                        diag::Diagnostics& diagnostics) {
  const bool has_low = check_bound(object, "minimum", field, field.minimum, diagnostics);
  const bool has_high = check_bound(object, "maximum", field, field.maximum, diagnostics);
  if (!has_low || !has_high || field.maximum.is_null() || contract::is_within(field, field.maximum))
    return has_low && has_high;
  diagnostics.report(diag::DiagCode::BadValue, object.find("maximum")->span, "maximum",
                     fmt::format("at least `minimum`, {}", language::to_json(field.minimum)),
                     language::to_json(field.maximum));
  return false;
}

bool check_field_default(const FormulaObject& object, contract::Field& field,
                         diag::Diagnostics& diagnostics) {
  const ast::Json* given = object.find("default");
  if (given == nullptr) return true;
  auto value = scalar_of(*given);
  const language::Kind kind = contract::kind_of(field.type);
  if (value && kind == language::Kind::Real && language::number_of(*value))
    value = language::Value(*language::number_of(*value));
  if (!value || language::kind_of(*value) != kind) {
    report_kind(*given, field, diagnostics);
    return false;
  }
  const auto* text = value->as<std::string>();
  if (field.type == contract::FieldType::Enum &&
      std::ranges::find(field.values, *text) == field.values.end()) {
    auto& report =
        diagnostics.report(diag::DiagCode::UndeclaredValue, given->span, *text, field.name);
    suggest_value(diagnostics, report, *text, field.values, json_string_of);
    return false;
  }
  const auto number = language::number_of(*value);
  const bool is_finite = !number || kind == language::Kind::Bool || std::isfinite(*number);
  if (!is_finite || (is_numeric(field) && !contract::is_within(field, *value))) {
    diagnostics.report(diag::DiagCode::BadValue, given->span, "default",
                       is_finite ? "within the bounds of the field" : "within a double's range",
                       is_finite ? given->text : "infinite");
    return false;
  }
  field.otherwise = std::move(*value);
  return true;
}

}  // namespace seedc::check
