// Finds the expressions in the steps of a formula.
#include "compiler/parse/json/formula.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace seedc::parse {
namespace {

/// Whether a `source` looks like a number, a string in quotes or a boolean rather than a name.
bool resembles_a_literal(std::string_view source) {
  if (source == "True" || source == "False") return true;
  if (source.starts_with('\'') || source.starts_with('"'))
    return source.size() > 1 && source.back() == source.front();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::ranges::any_of(source, is_digit) &&
         source.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

/// Whether a `when` of a rule with `source` is, or is meant as, a test rather than a plain value.
bool is_test(std::string_view when) {
  static constexpr std::string_view kSigns[] = {"<", ">", "=", "!=", "≤", "⩽", "≥", "⩾", "≠"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [when](std::string_view sign) { return when.starts_with(sign); });
}

class FormulaReader {
 public:
  explicit FormulaReader(ExpressionReader& reader) : reader_(reader) {}

  ast::Formula read(ast::Json json) {
    formula_.span = json.span;
    formula_.file = json.span.file;
    formula_.json = std::move(json);
    read_steps(formula_.json);
    return std::move(formula_);
  }

 private:
  /// The steps of a formula or of a group.
  void read_steps(const ast::Json& owner) {
    const ast::Json* compute = owner.find("compute");
    if (compute == nullptr) return;
    for (const ast::Json& step : compute->elements) add_name(step);
    for (const ast::Json& step : compute->elements) read_step(step);
  }

  void add_name(const ast::Json& step) {
    const ast::Json* name = step.find("name");
    if (name && name->kind == ast::Json::Kind::String) names_.insert(name->text);
  }

  void read_step(const ast::Json& step) {
    read_branch(step);
    if (const ast::Json* where = step.find("where"); where && step.find("over"))
      read_string(*where, ExpressionForm::Condition);
    if (const ast::Json* otherwise = step.find("default")) read_branch(*otherwise);
    if (const ast::Json* table = step.find("table")) {
      for (const ast::Json::Member& entry : table->members) read_branch(entry.value);
    }
    if (const ast::Json* of = step.find("of")) read_labels(*of);
    read_steps(step);
    const ast::Json* source = step.find("source");
    if (source && resembles_a_literal(source->text)) read_string(*source, ExpressionForm::Value);
    const ast::Json* rules = step.find("rules");
    if (!rules) return;
    const bool has_source = source && source->kind != ast::Json::Kind::Null;
    for (const ast::Json& rule : rules->elements) {
      for (const std::string_view key : {"then", "else"}) {
        if (const ast::Json* branch = rule.find(key)) read_branch(*branch);
      }
      const ast::Json* when = rule.find("when");
      if (!when || (has_source && !is_test(when->text))) continue;
      read_string(*when, has_source ? ExpressionForm::Test : ExpressionForm::Condition);
    }
  }

  /// The labelled expressions of `of`: strings, or objects with `expr` and `where`.
  void read_labels(const ast::Json& of) {
    for (const ast::Json::Member& label : of.members) {
      read_string(label.value, ExpressionForm::Value);
      if (const ast::Json* expr = label.value.find("expr"))
        read_string(*expr, ExpressionForm::Value);
      if (const ast::Json* where = label.value.find("where"))
        read_string(*where, ExpressionForm::Condition);
    }
  }

  /// The expression of an object that has one.
  void read_branch(const ast::Json& object) {
    if (const ast::Json* expr = object.find("expr")) read_string(*expr, ExpressionForm::Value);
  }

  void read_string(const ast::Json& json, ExpressionForm form) {
    if (json.kind != ast::Json::Kind::String) return;
    if (auto expr = reader_.read(json, form, names_)) {
      formula_.expressions.emplace(json.span.begin, std::move(*expr));
    }
  }

  ExpressionReader& reader_;
  ast::Formula formula_;
  StepNames names_;
};

}  // namespace

bool is_formula(const ast::Json& object) {
  const auto has = [&object](std::string_view key) { return object.find(key) != nullptr; };
  if (has("compute")) return true;
  const bool is_request = has("structure") || has("op") || has("args") || has("evidence");
  return !is_request && (has("extract") || has("output") || has("task_name"));
}

ast::Formula read_formula(ast::Json json, ExpressionReader& reader) {
  return FormulaReader(reader).read(std::move(json));
}

}  // namespace seedc::parse
