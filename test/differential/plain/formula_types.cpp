// Integers and reals that meet are reals.
#include "test/differential/plain/formula_types.h"

#include <algorithm>
#include <variant>

#include "test/differential/plain/formula_rows.h"
#include "test/differential/plain/formula_value.h"

namespace seedc::plain {
namespace {

using Expr = ast::FormulaExpr;

/// The common kind of alternative values: real if one of them is.
Kind meet(const std::vector<Kind>& kinds) {
  Kind met = Kind::Any;
  for (const Kind kind : kinds) {
    if (met == Kind::Any) met = kind;
    if (kind != Kind::Any && kind != met) met = Kind::Real;
  }
  return met;
}

/// The kind that they have in common. An integer, and a number of which the data decides whether it
/// is one, have none.
Kind common(const std::vector<Kind>& kinds) {
  const Kind met = meet(kinds);
  const bool is_open = std::find(kinds.begin(), kinds.end(), Kind::Any) != kinds.end();
  return met == Kind::Int && is_open ? Kind::Any : met;
}

/// The kind of what is calculated from all arguments.
Kind kind_of_arithmetic(const Expr& expr, const Kinds& known) {
  std::vector<Kind> kinds;
  for (const Expr& arg : expr.args) kinds.push_back(kind_of(arg, known));
  return common(kinds);
}

bool divides(const Expr& expr) {
  return std::any_of(expr.joints.begin(), expr.joints.end(),
                     [](const Expr::Joint& joint) { return joint.op == Operator::Divide; });
}

Kind kind_of_call(const Expr& expr, const Kinds& known) {
  if (expr.text == "floor" || expr.text == "ceil" || expr.text == "int") return Kind::Int;
  const bool is_real = expr.text == "log" || expr.text == "sqrt";
  return is_real ? Kind::Real : kind_of_arithmetic(expr, known);
}

/// `meta.year`, `X`, …
Kind kind_of_name(const std::vector<std::string>& keys, const Kinds& known) {
  if (keys.size() == 1) return known.steps.at(keys[0]);
  if (keys[0] == "extraction") return known.fields.at(keys[1]);
  return keys == std::vector<std::string>{"meta", "year"} ? Kind::Int : Kind::Any;
}

Kind kind_of_spelling(const std::string& number) {
  return std::holds_alternative<double>(number_of_spelling(number)) ? Kind::Real : Kind::Int;
}

/// The digits of the least integer alone would be too large for one.
Kind kind_of_negation(const Expr& expr, const Kinds& known) {
  const Expr& operand = expr.args[0];
  if (operand.kind == Expr::Kind::Number) return kind_of_spelling("-" + operand.text);
  return kind_of(operand, known);
}

Kind kind_of_literal(const ast::Json& literal) {
  if (literal.kind == ast::Json::Kind::Bool) return Kind::Bool;
  if (literal.kind == ast::Json::Kind::String) return Kind::Str;
  return kind_of_spelling(literal.text);
}

/// Adds the kind of the default, if there is one.
std::vector<Kind> with_default(std::vector<Kind> kinds, const ast::Json& step) {
  const ast::Json* otherwise = step.find("default");
  const bool is_given = otherwise != nullptr && otherwise->kind != ast::Json::Kind::Null;
  if (is_given) kinds.push_back(kind_of_literal(*otherwise));
  return kinds;
}

Kind kind_of_lookup(const ast::Json& step) {
  std::vector<Kind> kinds;
  for (const auto& entry : step.find("table")->members) {
    kinds.push_back(kind_of_literal(entry.value));
  }
  return common(with_default(kinds, step));
}

Kind kind_of_case(const ast::Json& step) {
  std::vector<Kind> kinds;
  for (const ast::Json& rule : step.find("rules")->elements) {
    const ast::Json* then = rule.find("then");
    kinds.push_back(kind_of_literal(then != nullptr ? *then : *rule.find("else")));
  }
  return common(kinds);
}

Kind kind_of_extreme(const ast::Json& step, const Kinds& known) {
  return common(with_default({kind_of_name(keys_of(step.find("field")->text), known)}, step));
}

std::vector<Kind> kinds_of_branches(const Expr& expr, const Kinds& known) {
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < expr.args.size(); i += 2)
    kinds.push_back(kind_of(expr.args[i], known));
  return kinds;
}

}  // namespace

Kind kind_of_branches(const Expr& expr, const Kinds& known) {
  return meet(kinds_of_branches(expr, known));
}

Kind kind_of(const Expr& expr, const Kinds& known) {
  switch (expr.kind) {
    case Expr::Kind::Number:
      return kind_of_spelling(expr.text);
    case Expr::Kind::String:
      return Kind::Str;
    case Expr::Kind::Name:
      return kind_of_name(expr.keys, known);
    case Expr::Kind::Call:
      return kind_of_call(expr, known);
    case Expr::Kind::Negate:
      return kind_of_negation(expr, known);
    case Expr::Kind::Sum:
      return kind_of_arithmetic(expr, known);
    case Expr::Kind::Product:
      return divides(expr) ? Kind::Real : kind_of_arithmetic(expr, known);
    case Expr::Kind::If:
      return common(kinds_of_branches(expr, known));
    default:
      return Kind::Bool;
  }
}

Kind kind_of_step(const ast::Formula& formula, const ast::Json& step, const Kinds& known) {
  const std::string& op = step.find("op")->text;
  if (op == "const") return kind_of_literal(*step.find("value"));
  if (op == "count") return Kind::Int;
  if (op == "lookup") return kind_of_lookup(step);
  if (op == "case") return kind_of_case(step);
  if (op == "max" || op == "min") return kind_of_extreme(step, known);
  return kind_of(*formula.expression(*step.find("expr")), known);
}

}  // namespace seedc::plain
