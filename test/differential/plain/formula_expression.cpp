// Expressions as Python evaluates them, with null.
#include "test/differential/plain/formula_step.h"
#include "test/differential/plain/group_names.h"

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
    case Expr::Kind::In:
      return membership(expr);
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
  if (keys[0].starts_with('$')) return value_of_row_name(keys[0].substr(1), scope_, *row_);
  if (names_step(keys)) return scope_.steps.at(name_of_step(keys));
  return value_of_name(keys, scope_.formula, row_, scope_.item);
}

/// Evaluates all its arguments, whatever they are; but `default` its second one only where the
/// first is null.
Scalar Evaluation::calculation(const Expr& expr) {
  if (expr.kind == Expr::Kind::Call && expr.text == "default") {
    const Scalar first = value(expr.args[0]);
    const Scalar chosen = null_of(first) != nullptr ? value(expr.args[1]) : first;
    return as_kind(kind_of_choices(expr.args, scope_.kinds), chosen);
  }
  std::vector<Scalar> args;
  for (const Expr& arg : expr.args) args.push_back(value(arg));
  if (expr.kind == Expr::Kind::Call) return call(expr.text, args);
  Scalar result = args[0];
  for (std::size_t i = 0; i < expr.joints.size(); ++i) {
    Scalar& next = args[i + 1];
    const bool has_null = null_of(result) != nullptr || null_of(next) != nullptr;
    if (has_null && adds_to_real(expr, i, scope_.kinds)) {
      result = as_kind(language::Kind::Real, result);
      next = as_kind(language::Kind::Real, next);
    }
    result = calculate(result, expr.joints[i].op, next);
  }
  return result;
}

/// The `and` of its links.
Scalar Evaluation::chain(const Expr& expr) {
  std::vector<Scalar> links;
  Scalar left = value(expr.args[0]);
  for (std::size_t i = 0; i < expr.joints.size(); ++i) {
    const Scalar right = value(expr.args[i + 1]);
    links.push_back(compare(left, expr.joints[i].op, right));
    left = right;
  }
  return links.size() == 1 ? links[0] : joined(links, /*decides=*/false);
}

/// Equal to one of the literals; null where the value is, or is of another kind than they are.
Scalar Evaluation::membership(const Expr& expr) {
  const Scalar left = value(expr.args[0]);
  bool is_found = false;
  for (std::size_t i = 1; i < expr.args.size(); ++i) {
    const Scalar test = compare(left, Operator::Eq, value(expr.args[i]));
    if (null_of(test) != nullptr) return test;
    is_found = is_found || holds(test);
  }
  return is_found != expr.boolean;
}

Scalar Evaluation::junction(const Expr& expr, bool decides) {
  std::vector<Scalar> operands;
  for (const Expr& arg : expr.args) operands.push_back(value(arg));
  return joined(operands, decides);
}

/// `and` is decided by false, `or` by true, wherever it stands; else the first null makes it null.
Scalar Evaluation::joined(const std::vector<Scalar>& operands, bool decides) {
  std::optional<Scalar> null;
  for (const Scalar& value : operands) {
    const Scalar operand = as_kind(language::Kind::Bool, value);
    if (null_of(operand) == nullptr && std::get<bool>(operand) == decides) return decides;
    if (null_of(operand) != nullptr && !null) null = operand;
  }
  return null.value_or(!decides);
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
  std::vector<Expr> branches;
  for (std::size_t i = 0; i < expr.args.size(); i += 2) branches.push_back(expr.args[i]);
  return as_kind(kind_of_choices(branches, scope_.kinds), value(expr.args[chosen]));
}

}  // namespace seedc::plain
