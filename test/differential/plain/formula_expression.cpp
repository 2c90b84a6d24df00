// Expressions as Python evaluates them, with null.
#include "test/differential/plain/formula_step.h"

namespace seedc::plain {

using Expr = ast::FormulaExpr;

Scalar Evaluation::value(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Number:
      return number_of_spelling(expr.text);
    case Expr::Kind::String:
      return expr.text;
    case Expr::Kind::Bool:
      return expr.boolean;
    case Expr::Kind::Name:
      return name(expr.keys);
    case Expr::Kind::Negate:
      return negation_of_number(expr);
    case Expr::Kind::Call:
    case Expr::Kind::Sum:
    case Expr::Kind::Product:
      return calculation(expr);
    case Expr::Kind::Comparison:
      return chain(expr);
    case Expr::Kind::Not:
      return negation_of_boolean(expr);
    case Expr::Kind::And:
      return junction(expr, /*decides=*/false);
    case Expr::Kind::Or:
      return junction(expr, /*decides=*/true);
    case Expr::Kind::If:
      return branch(expr);
  }
  return Null{};
}

/// The digits of the least integer alone would be too large for one.
Scalar Evaluation::negation_of_number(const Expr& expr) {
  const Expr& operand = expr.args[0];
  if (operand.kind == Expr::Kind::Number) return number_of_spelling("-" + operand.text);
  return negate(value(operand));
}

Scalar Evaluation::name(const Path& keys) {
  if (keys.size() > 1) return value_of_name(keys, scope_.formula, row_, scope_.item);
  Scalar value = scope_.steps.at(keys[0]);
  const Null* null = null_of(value);
  if (null != nullptr && !null_step_) null_step_ = *null;
  return value;
}

/// Evaluates all its arguments, whatever they are.
Scalar Evaluation::calculation(const Expr& expr) {
  std::vector<Scalar> args;
  for (const Expr& arg : expr.args) args.push_back(value(arg));
  if (expr.kind == Expr::Kind::Call) return call(expr.text, args);
  Scalar result = args[0];
  for (std::size_t i = 0; i < expr.joints.size(); ++i) {
    result = calculate(result, expr.joints[i].op, args[i + 1]);
  }
  return result;
}

/// Stops at the first link that does not hold, or is null.
Scalar Evaluation::chain(const Expr& expr) {
  Scalar left = value(expr.args[0]);
  Scalar link;
  for (std::size_t i = 0; i < expr.joints.size(); ++i) {
    const Scalar right = value(expr.args[i + 1]);
    link = compare(left, expr.joints[i].op, right);
    if (!holds(link)) break;
    left = right;
  }
  return link;
}

/// `and` is decided by false, `or` by true; a null ends both.
Scalar Evaluation::junction(const Expr& expr, bool decides) {
  for (const Expr& arg : expr.args) {
    const Scalar operand = value(arg);
    if (null_of(operand) != nullptr) return operand;
    if (!std::holds_alternative<bool>(operand)) return none(language::NullCause::WrongKind);
    if (std::get<bool>(operand) == decides) return decides;
  }
  return !decides;
}

Scalar Evaluation::negation_of_boolean(const Expr& expr) {
  const Scalar operand = value(expr.args[0]);
  if (null_of(operand) != nullptr) return operand;
  if (!std::holds_alternative<bool>(operand)) return none(language::NullCause::WrongKind);
  return !std::get<bool>(operand);
}

/// Arguments: value, condition, value, condition, …, value.
Scalar Evaluation::branch(const Expr& expr) {
  std::size_t chosen = 0;
  while (chosen + 1 < expr.args.size()) {
    const Scalar condition = value(expr.args[chosen + 1]);
    if (null_of(condition) != nullptr) return condition;
    if (!std::holds_alternative<bool>(condition)) return none(language::NullCause::WrongKind);
    if (holds(condition)) break;
    chosen += 2;
  }
  return as_kind(kind_of_branches(expr, scope_.kinds), value(expr.args[chosen]));
}

}  // namespace seedc::plain
