// Reads `params`, and the values that replace theirs.
#include "compiler/check/formula_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/check/formula_object.h"
#include "compiler/check/formula_scope.h"

namespace seedc::check {
namespace {

/// Passes over digits; returns how many there were.
std::size_t skip_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(end);
  return end;
}

bool skip(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// Whether the text is a number as JSON writes it.
bool is_json_number(std::string_view text) {
  skip(text, "-");
  const bool begins_with_zero = text.starts_with('0');
  const std::size_t digits = skip_digits(text);
  if (digits == 0 || (begins_with_zero && digits > 1)) return false;
  if (skip(text, ".") && skip_digits(text) == 0) return false;
  if (skip(text, "eE")) {
    skip(text, "+-");
    if (skip_digits(text) == 0) return false;
  }
  return text.empty();
}

bool is_finite(const language::Value& value) {
  const auto number = language::number_of(value);
  return !number || std::isfinite(*number);
}

/// The value that a setting stands for, of the kind of the declared one; std::nullopt if it is of
/// another.
std::optional<language::Value> set_value(const std::string& text, const language::Value& declared) {
  if (declared.as<std::string>() != nullptr) return text;
  if (declared.as<bool>() != nullptr) {
    if (text != "true" && text != "false") return std::nullopt;
    return text == "true";
  }
  if (!is_json_number(text)) return std::nullopt;
  auto number = scalar_of({.kind = ast::Json::Kind::Number, .span = {}, .text = text});
  if (!is_finite(*number)) return std::nullopt;
  if (declared.as<double>() != nullptr) return language::Value(*language::number_of(*number));
  return number->as<std::int64_t>() == nullptr ? std::nullopt : number;
}

std::string_view kind_of_setting(const language::Value& declared) {
  if (declared.as<bool>() != nullptr) return "true or false";
  return declared.as<double>() != nullptr ? "a number" : "an integer of 64 bits";
}

/// Replaces the parameter's value by that of the setting.
void apply(const ParamSetting& setting, std::string_view formula, FormulaParam& param,
           std::vector<base::Error>& errors) {
  if (param.is_set && setting.is_default) return;
  if (param.is_set) {
    errors.push_back(base::error<base::ErrorCode::FormulaParameterSetTwice>(param.name, formula)
                         .with_help("give it one value"));
    return;
  }
  param.is_set = true;
  if (auto value = set_value(setting.value, param.value)) {
    param.value = std::move(*value);
    return;
  }
  errors.push_back(base::error<base::ErrorCode::WrongParameterType>(
                       param.name, formula, kind_of_setting(param.value), setting.value)
                       .with_help("its value in the program is " + language::to_json(param.value)));
}

}  // namespace

std::vector<FormulaParam> read_params(const ast::Json& params, std::string_view formula,
                                      const std::vector<ParamSetting>& settings,
                                      diag::Diagnostics& diagnostics,
                                      std::vector<base::Error>& errors) {
  std::vector<FormulaParam> read;
  for (const ast::Json::Member& member : params.members) {
    auto value = scalar_of(member.value);
    if (const auto refusal = name_refusal(member.key)) {
      diagnostics.report(diag::DiagCode::BadName, member.key_span, member.key, "parameter",
                         *refusal);
    } else if (!value) {
      diagnostics.report(diag::DiagCode::WrongType, member.value.span,
                         fmt::format("parameter `{}`", member.key),
                         "a number, a string or a boolean", ast::type_phrase(member.value));
    } else if (!is_finite(*value)) {
      diagnostics.report(diag::DiagCode::BadValue, member.value.span, member.key,
                         "within a double's range", "infinite");
    } else {
      FormulaParam& param = read.emplace_back(
          FormulaParam{member.key, std::move(*value), false, member.key_span, member.value.span});
      for (const ParamSetting& setting : settings) {
        const bool is_meant = setting.formula.empty() || setting.formula == formula;
        if (is_meant && setting.name == param.name) apply(setting, formula, param, errors);
      }
    }
  }
  return read;
}

}  // namespace seedc::check
