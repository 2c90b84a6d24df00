// Integers and reals that meet are reals; so are numbers of which the data decides, and reals.
#include "test/differential/plain/formula_types.h"

#include <algorithm>
#include <variant>

#include "test/differential/plain/formula_rows.h"
#include "test/differential/plain/formula_value.h"
#include "test/differential/plain/group_names.h"

namespace seedc::plain {
namespace {

using Expr = ast::FormulaExpr;

bool has(const std::vector<language::Kind>& kinds, language::Kind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// The kind of what is calculated from numbers, or chosen among them.
language::Kind kind_of_numbers(const std::vector<language::Kind>& kinds) {
  if (has(kinds, language::Kind::Real)) return language::Kind::Real;
  const bool are_integers = std::all_of(
      kinds.begin(), kinds.end(), [](language::Kind kind) { return kind == language::Kind::Int; });
  return are_integers ? language::Kind::Int : kSomeNumber;
}

/// The kind of what is chosen from alternative values, which are of one kind at run time or null;
/// Any if that of each is open.
language::Kind common(const std::vector<language::Kind>& kinds) {
  const auto known = std::find_if(kinds.begin(), kinds.end(),
                                  [](language::Kind kind) { return kind != language::Kind::Any; });
  if (known == kinds.end()) return language::Kind::Any;
  const bool is_other = *known == language::Kind::Str || *known == language::Kind::Bool;
  return is_other ? *known : kind_of_numbers(kinds);
}

/// What alternative values have to be.
language::Kind required(const std::vector<language::Kind>& kinds) {
  const language::Kind kind = common(kinds);
  return kind == kSomeNumber ? language::Kind::Int : kind;
}

std::vector<language::Kind> kinds_of(const std::vector<Expr>& exprs, const Kinds& known) {
  std::vector<language::Kind> kinds;
  for (const Expr& expr : exprs) kinds.push_back(kind_of(expr, known));
  return kinds;
}

/// Of its operands up to some joint. With a string among them, values are joined by `+`, which
/// takes two of any kind.
language::Kind kind_of_arithmetic(const Expr& expr, std::size_t joints, const Kinds& known) {
  const std::vector<language::Kind> kinds = kinds_of(expr.args, known);
  if (has(kinds, language::Kind::Str)) return language::Kind::Str;
  language::Kind kind = kinds[0];
  for (std::size_t i = 0; i < joints; ++i) {
    const bool is_open = expr.joints[i].op == Operator::Add && kind == language::Kind::Any &&
                         kinds[i + 1] == language::Kind::Any;
    if (!is_open) kind = kind_of_numbers({kind, kinds[i + 1]});
  }
  return kind;
}

bool divides(const Expr& expr) {
  return std::any_of(expr.joints.begin(), expr.joints.end(),
                     [](const Expr::Joint& joint) { return joint.op == Operator::Divide; });
}

language::Kind kind_of_call(const Expr& expr, const Kinds& known) {
  const std::string& function = expr.text;
  if (function == "text") return language::Kind::Str;
  if (function == "round" && expr.args.size() == 2)
    return kind_of_numbers({kind_of(expr.args[0], known)});
  if (function == "default") return common(kinds_of(expr.args, known));
  const bool is_integer = function == "floor" || function == "ceil" || function == "int" ||
                          function == "round" || function == "days";
  if (is_integer) return language::Kind::Int;
  const bool is_real = function == "log" || function == "sqrt" || function == "years";
  return is_real ? language::Kind::Real : kind_of_numbers(kinds_of(expr.args, known));
}

/// `meta.year`, `X`, …
language::Kind kind_of_name(const std::vector<std::string>& keys, const Kinds& known) {
  if (keys[0] == "extraction" && keys.size() == 3) return language::Kind::Real;  // an agreement
  if (names_step(keys)) return known.steps.at(name_of_step(keys));
  if (keys[0] == "extraction") return known.fields.at(keys[1]);
  return keys == std::vector<std::string>{"meta", "year"} ? language::Kind::Int
                                                          : language::Kind::Any;
}

language::Kind kind_of_spelling(const std::string& number) {
  return std::holds_alternative<double>(number_of_spelling(number)) ? language::Kind::Real
                                                                    : language::Kind::Int;
}

/// The digits of the least integer alone would be too large for one.
language::Kind kind_of_negation(const Expr& expr, const Kinds& known) {
  const Expr& operand = expr.args[0];
  if (operand.kind == Expr::Kind::Number) return kind_of_spelling("-" + operand.text);
  return kind_of_numbers({kind_of(operand, known)});
}

language::Kind kind_of_literal(const ast::Json& literal) {
  if (literal.kind == ast::Json::Kind::Bool) return language::Kind::Bool;
  if (literal.kind == ast::Json::Kind::String) return language::Kind::Str;
  return kind_of_spelling(literal.text);
}

bool is_expression(const ast::Json& branch) { return branch.kind == ast::Json::Kind::Object; }

/// The kinds of what is chosen from, without those that are null.
std::vector<language::Kind> kinds_of_branches(const std::vector<const ast::Json*>& branches,
                                              const ast::Formula& formula, const Kinds& known) {
  std::vector<language::Kind> kinds;
  for (const ast::Json* branch : branches) {
    if (branch == nullptr || branch->kind == ast::Json::Kind::Null) continue;
    kinds.push_back(is_expression(*branch)
                        ? kind_of(*formula.expression(*branch->find("expr")), known)
                        : kind_of_literal(*branch));
  }
  return kinds;
}

std::vector<const ast::Json*> branches_of(const ast::Json& step) {
  std::vector<const ast::Json*> branches = {step.find("default")};
  if (const ast::Json* table = step.find("table")) {
    for (const auto& entry : table->members) branches.push_back(&entry.value);
  }
  if (const ast::Json* rules = step.find("rules")) {
    for (const ast::Json& rule : rules->elements) {
      branches.push_back(rule.find("then"));
      branches.push_back(rule.find("else"));
    }
  }
  return branches;
}

/// Where all values of a table are literals they have one kind; where some are computed, the kind
/// of the table is open if that of one of them is.
language::Kind kind_of_choice(const ast::Formula& formula, const ast::Json& step,
                              const Kinds& known) {
  return common(kinds_of_branches(branches_of(step), formula, known));
}

language::Kind kind_of_extreme(const ast::Formula& formula, const ast::Json& step,
                               const Kinds& known) {
  auto kinds = kinds_of_branches({step.find("default")}, formula, known);
  kinds.push_back(kind_of_name(keys_of(step.find("field")->text), known));
  return kind_of_numbers(kinds);
}

/// The kind of a sum, max or min over a group, whose steps hide others.
language::Kind kind_over(const ast::Formula& formula, const ast::Json& step, const Kinds& known) {
  Kinds inside = known;
  for (const auto& [name, kind] : known.groups.at(step.find("over")->text))
    inside.steps[name] = kind;
  const language::Kind kind = kind_of(*formula.expression(*step.find("expr")), inside);
  if (step.find("op")->text == "sum") return kind_of_numbers({kind});
  auto kinds = kinds_of_branches({step.find("default")}, formula, known);
  kinds.push_back(kind);
  return kind_of_numbers(kinds);
}

language::Kind kind_of_if(const Expr& expr, const Kinds& known) {
  std::vector<language::Kind> kinds;
  for (std::size_t i = 0; i < expr.args.size(); i += 2)
    kinds.push_back(kind_of(expr.args[i], known));
  return common(kinds);
}

}  // namespace

language::Kind kind_of_choices(const std::vector<Expr>& choices, const Kinds& known) {
  return required(kinds_of(choices, known));
}

language::Kind kind_of(const Expr& expr, const Kinds& known) {
  switch (expr.kind) {
    case Expr::Kind::Number:
      return kind_of_spelling(expr.text);
    case Expr::Kind::String:
      return language::Kind::Str;
    case Expr::Kind::Name:
      return kind_of_name(expr.keys, known);
    case Expr::Kind::Call:
      return kind_of_call(expr, known);
    case Expr::Kind::Negate:
      return kind_of_negation(expr, known);
    case Expr::Kind::Sum:
      return kind_of_arithmetic(expr, expr.joints.size(), known);
    case Expr::Kind::Product:
      return divides(expr) ? language::Kind::Real
                           : kind_of_arithmetic(expr, expr.joints.size(), known);
    case Expr::Kind::If:
      return kind_of_if(expr, known);
    default:
      return language::Kind::Bool;
  }
}

bool adds_to_real(const Expr& sum, std::size_t joint, const Kinds& known) {
  return sum.joints[joint].op == Operator::Add &&
         (kind_of_arithmetic(sum, joint, known) == language::Kind::Real ||
          kind_of(sum.args[joint + 1], known) == language::Kind::Real);
}

language::Kind kind_of_branches(const ast::Formula& formula, const ast::Json& step,
                                const Kinds& known) {
  return required(kinds_of_branches(branches_of(step), formula, known));
}

language::Kind kind_of_step(const ast::Formula& formula, const ast::Json& step,
                            const Kinds& known) {
  const std::string& op = step.find("op")->text;
  if (op == "const") return kind_of_literal(*step.find("value"));
  if (op == "count") return language::Kind::Int;
  if (op == "argmax" || op == "argmin") return language::Kind::Str;
  if (step.find("over") != nullptr) return kind_over(formula, step, known);
  if (step.find("table") != nullptr || step.find("rules") != nullptr)
    return kind_of_choice(formula, step, known);
  if (op == "max" || op == "min") return kind_of_extreme(formula, step, known);
  const language::Kind kind = kind_of(*formula.expression(*step.find("expr")), known);
  return op == "sum" ? kind_of_numbers({kind}) : kind;
}

}  // namespace seedc::plain
