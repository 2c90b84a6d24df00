// Finds the expressions in the steps of a formula.
#include "compiler/parse/json/formula.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace seedc {
namespace {

using ast::Json;

/// Whether a `when` of a rule with `source` is, or is meant as, a test rather than a plain value.
bool is_test(std::string_view when) {
  static constexpr std::string_view kSigns[] = {"<", ">", "=", "!=", "≤", "⩽", "≥", "⩾", "≠"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [when](std::string_view sign) { return when.starts_with(sign); });
}

class FormulaReader {
 public:
  explicit FormulaReader(ExpressionReader& reader) : reader_(reader) {}

  ast::Formula read(Json json) {
    formula_.span = json.span;
    formula_.file = json.span.file;
    formula_.json = std::move(json);
    if (const Json* compute = formula_.json.find("compute")) {
      for (const Json& step : compute->elements) add_name(step);
      for (const Json& step : compute->elements) read_step(step);
    }
    return std::move(formula_);
  }

 private:
  void add_name(const Json& step) {
    const Json* name = step.find("name");
    if (name && name->kind == Json::Kind::String) names_.insert(name->text);
  }

  void read_step(const Json& step) {
    if (const Json* expr = step.find("expr")) read_string(*expr, ExpressionForm::Value);
    const Json* rules = step.find("rules");
    if (!rules) return;
    const Json* source = step.find("source");
    const bool has_source = source && source->kind != Json::Kind::Null;
    for (const Json& rule : rules->elements) {
      const Json* when = rule.find("when");
      if (!when || (has_source && !is_test(when->text))) continue;
      read_string(*when, has_source ? ExpressionForm::Test : ExpressionForm::Condition);
    }
  }

  void read_string(const Json& json, ExpressionForm form) {
    if (json.kind != Json::Kind::String) return;
    if (auto expr = reader_.read(json, form, names_)) {
      formula_.expressions.emplace(json.span.begin, std::move(*expr));
    }
  }

  ExpressionReader& reader_;
  ast::Formula formula_;
  StepNames names_;
};

}  // namespace

bool is_formula(const Json& object) {
  const auto has = [&object](std::string_view key) { return object.find(key) != nullptr; };
  if (has("compute")) return true;
  const bool is_request = has("structure") || has("op") || has("args") || has("evidence");
  return !is_request && (has("extract") || has("output") || has("task_name"));
}

ast::Formula read_formula(Json json, ExpressionReader& reader) {
  return FormulaReader(reader).read(std::move(json));
}

}  // namespace seedc
