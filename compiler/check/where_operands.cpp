// Checks operands by the kind of what they are compared with.
#include "compiler/check/where_operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "compiler/check/formula_object.h"
#include "compiler/check/pattern_check.h"
#include "compiler/check/suggest.h"
#include "runtime/language/text.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

constexpr std::string_view kParamKey = "param";

std::string quoted(std::string_view op) { return fmt::format("`{}`", op); }

}  // namespace

bool is_param(const ast::Json& operand) {
  return operand.kind == JsonKind::Object && operand.find(kParamKey) != nullptr;
}

/// The parameter that an operand names; a null pointer after an error.
const FormulaParam* WhereOperands::param_of(const ast::Json& operand) {
  FormulaObject object(operand, "a parameter", diagnostics_);
  static constexpr std::string_view kKeys[] = {kParamKey};
  object.set_known(kKeys);
  object.report_unknown();
  if (object.require(kParamKey) == nullptr) return nullptr;
  const ast::Json* name = object.text(kParamKey);
  return name == nullptr ? nullptr : scope_.param(name->text, name->span);
}

/// The value of a literal or a parameter, `what` being what it is.
std::optional<language::Value> WhereOperands::value_of(const ast::Json& operand,
                                                       std::string_view what,
                                                       std::string_view expected) {
  if (is_param(operand)) {
    const FormulaParam* param = param_of(operand);
    return param == nullptr ? std::nullopt : std::optional(param->value);
  }
  if (auto value = scalar_of(operand)) return value;
  auto& report = diagnostics_.report(diag::DiagCode::WrongType, operand.span, what, expected,
                                     ast::type_phrase(operand));
  if (operand.kind == JsonKind::Null)
    report.help = "a missing value passes no condition, and the `not` of any";
  return std::nullopt;
}

std::optional<language::Value> WhereOperands::scalar(const WhereSubject& subject,
                                                     std::string_view op,
                                                     const ast::Json& operand) {
  auto value =
      value_of(operand, quoted(subject.name), "compared with a number, a string or a boolean");
  if (!value || !is_comparable(subject, op, operand, *value)) return std::nullopt;
  if (op == "==") warn_text(subject, operand, *value);
  return value;
}

/// Warns of a free text that must be equal to another one.
void WhereOperands::warn_text(const WhereSubject& subject, const ast::Json& operand,
                              const language::Value& value) {
  const auto* text = value.as<std::string>();
  const bool is_free = subject.field && subject.field->type == contract::FieldType::String;
  if (!options_.reports_lints || !is_free || text == nullptr || text->empty()) return;
  auto& report = diagnostics_.report(diag::DiagCode::TextEquality, operand.span, subject.name,
                                     "free text", *text);
  report.help = "`contains` finds it anywhere in the text, in any case";
}

std::optional<language::Value> WhereOperands::list(const WhereSubject& subject,
                                                   const ast::Json& operand) {
  if (operand.kind != JsonKind::Array) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongType, operand.span, "`in`", "a list",
                                       ast::type_phrase(operand));
    report.help = "for one value leave `in` out, or put it in brackets";
    return std::nullopt;
  }
  if (operand.elements.empty())
    diagnostics_.report(diag::DiagCode::ConstantTest, operand.span, "never", "the list is empty");
  language::List values;
  std::map<std::string, source::Span> seen;
  for (const ast::Json& element : operand.elements) {
    auto value = scalar(subject, "in", element);
    if (!value) continue;
    const auto [first, is_new] = seen.emplace(language::to_json(*value), element.span);
    if (!is_new && !is_param(element)) {
      diagnostics_
          .report(
              diag::DiagCode::RepeatedValue, element.span,
              quoted(element.kind == JsonKind::String ? element.text : language::to_json(*value)))
          .note(first->second, "first given here");
    }
    values.push_back(std::move(*value));
  }
  if (values.size() < operand.elements.size()) return std::nullopt;
  if (!values.empty()) warn_text(subject, operand.elements.front(), values.front());
  return values;
}

std::optional<language::Value> WhereOperands::texts(const WhereSubject& subject,
                                                    std::string_view op, const ast::Json& operand) {
  if (!is_same_family(subject.value.family(), language::Kind::Str)) {
    diagnostics_
        .report(diag::DiagCode::WrongKind, operand.span,
                fmt::format("`{}`, of which `{}` asks,", subject.name, op), "a string",
                kind_phrase(subject.value.family()))
        .help = "compare it with `==` or `in`";
    return std::nullopt;
  }
  if (operand.kind != JsonKind::Array || op == "matches") return text(op, operand);
  if (operand.elements.empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, operand.span, op, "a string or a list of strings",
                        "an empty list");
    return std::nullopt;
  }
  language::List found;
  for (const ast::Json& element : operand.elements) {
    if (auto value = text(op, element)) found.push_back(std::move(*value));
  }
  if (found.size() < operand.elements.size()) return std::nullopt;
  return found;
}

/// One text to find, or a pattern.
std::optional<language::Value> WhereOperands::text(std::string_view op, const ast::Json& operand) {
  const bool is_pattern = op == "matches";
  const std::string_view expected =
      is_pattern ? "a pattern in a string" : "a string or a list of strings";
  auto value = value_of(operand, quoted(op), expected);
  if (!value) return std::nullopt;
  const auto* text = value->as<std::string>();
  if (text == nullptr) {
    diagnostics_.report(
        diag::DiagCode::WrongType, operand.span, quoted(op), expected,
        is_param(operand) ? kind_phrase(language::kind_of(*value)) : ast::type_phrase(operand));
    return std::nullopt;
  }
  if (text->empty()) {
    diagnostics_.report(diag::DiagCode::BadValue, operand.span, op, expected, "an empty string")
        .help = "every text contains it";
    return std::nullopt;
  }
  if (!is_pattern) {
    warn_of_pattern_signs(*text, operand.span, "`matches` searches by a pattern", diagnostics_);
    return value;
  }
  const std::size_t errors = diagnostics_.error_count();
  check_pattern(*text, operand.span, options_.engine_refusal, diagnostics_);
  return diagnostics_.error_count() == errors ? value : std::nullopt;
}

void WhereOperands::help_with_kind(diag::Diagnostic& report, const WhereSubject& subject,
                                   const language::Value& value) {
  const auto* text = value.as<std::string>();
  const bool is_boolean = text && (*text == "true" || *text == "false");
  if (text && subject.value.type.is_number()) {
    suggest_unquoted(report, report.span, value);
  } else if (is_boolean && subject.value.type.kind == language::Kind::Bool) {
    report.help = "write it without quotes: " + *text;
    report.fix = diag::FixIt{report.span, *text, /*is_safe=*/true};
  } else if (subject.field && subject.field->type == contract::FieldType::Enum) {
    report.help = listed("its values are", subject.field->values);
  }
}

bool WhereOperands::is_comparable(const WhereSubject& subject, std::string_view op,
                                  const ast::Json& operand, const language::Value& value) {
  const language::Kind kind = language::kind_of(value);
  const auto number = language::number_of(value);
  if (number && !std::isfinite(*number)) {
    diagnostics_.report(diag::DiagCode::BadValue, operand.span, op, "within a double's range",
                        "infinite");
    return false;
  }
  if (!is_same_family(subject.value.family(), kind)) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongKind, operand.span,
                                       fmt::format("what `{}` is compared with", subject.name),
                                       kind_phrase(subject.value.family()), kind_phrase(kind));
    if (!is_param(operand)) help_with_kind(report, subject, value);
    return false;
  }
  const bool is_ordering = op == "<" || op == "<=" || op == ">" || op == ">=";
  if (kind == language::Kind::Bool && is_ordering) {
    diagnostics_
        .report(diag::DiagCode::WrongKind, operand.span, fmt::format("the operand of `{}`", op),
                "a number or a string", "a boolean")
        .help = "booleans have no order";
    return false;
  }
  if (is_ordering && options_.reports_lints && subject.field != nullptr)
    warn_enum_order(diagnostics_, operand.span, *subject.field, op, value);
  return is_declared(subject, op, operand, value);
}

void warn_enum_order(diag::Diagnostics& diagnostics, source::Span span,
                     const contract::Field& field, std::string_view op,
                     const language::Value& operand) {
  const auto* text = operand.as<std::string>();
  if (field.type != contract::FieldType::Enum || text == nullptr) return;
  const auto written = std::ranges::find(field.values, *text);
  if (written == field.values.end()) return;
  const bool is_upper = op == ">" || op == ">=";
  const auto split = op == ">" || op == "<=" ? written + 1 : written;
  const language::List meant(is_upper ? split : field.values.begin(),
                             is_upper ? field.values.end() : split);
  auto& report = diagnostics.report(diag::DiagCode::TextOrder, span, "`" + *text + "`",
                                    "is compared by its letters, not in the order in which the "
                                    "field's values are declared");
  report.help = "say which values are meant: " + language::to_json(meant);
}

/// Whether the field's enum, if it is one, has the value.
bool WhereOperands::is_declared(const WhereSubject& subject, std::string_view op,
                                const ast::Json& operand, const language::Value& value) {
  const auto* text = value.as<std::string>();
  const KnownValues known = scope_.known_values(subject.value);
  const bool is_chosen = subject.field == nullptr && known.values != nullptr && text != nullptr;
  if (is_chosen && !is_param(operand) && (op == "==" || op == "!=" || op == "in") &&
      !known.has(*text)) {
    auto& report = diagnostics_.report(
        diag::DiagCode::ConstantTest, operand.span, op == "!=" ? "always" : "never",
        fmt::format("`{}` is not a value of {}{}", *text, known.owner,
                    op == "!=" ? ", and only null fails it" : ""));
    suggest_value(diagnostics_, report, *text, *known.values, json_string_of);
  }
  const bool is_enum = subject.field && subject.field->type == contract::FieldType::Enum;
  if (!is_enum || text == nullptr || scope_.declares(*subject.field, *text)) return true;
  if (is_param(operand)) {
    const FormulaParam* param = scope_.param(operand.find(kParamKey)->text, operand.span);
    scope_.report_undeclared(*param, *subject.field, operand.span);
    return false;
  }
  const std::vector<std::string>& declared = subject.field->values;
  auto& report = diagnostics_.report(diag::DiagCode::UndeclaredValue, operand.span, *text,
                                     subject.field->name);
  suggest_string(diagnostics_, report, *text, declared, listed("its values are", declared));
  if (diagnostics_.is_worth_a_suggestion()) {
    const auto lower = [](const std::string& known) { return language::lower(known); };
    const auto same = std::ranges::find(declared, language::lower(*text), lower);
    if (same != declared.end()) {
      report.help = fmt::format("did you mean `{}`?", *same);
      report.fix = diag::FixIt{operand.span, language::to_json(*same), /*is_safe=*/true};
    }
  }
  report.note(scope_.place_of_field(subject.field->name), "its values are declared here");
  return false;
}

}  // namespace seedc::check
