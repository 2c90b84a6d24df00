// Type-checks expressions and appends their instructions.
#include "compiler/check/formula_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "compiler/check/formula_object.h"
#include "compiler/check/suggest.h"
#include "runtime/language/decimal.h"

namespace seedc::check {
namespace {

using Expr = ast::FormulaExpr;
using Operator = Expr::Operator;

/// How to express functions of other languages in this one.
constexpr std::pair<std::string_view, std::string_view> kForeignFunctions[] = {
    {"avg", "divide a `sum` step by a `count` step"},
    {"mean", "divide a `sum` step by a `count` step"},
    {"sum", "`sum` is an operation of its own: {\"op\": \"sum\", \"expr\": …}"},
    {"count", "`count` is an operation of its own: {\"op\": \"count\", \"where\": …}"},
    {"len", "count rows in a `count` step"},
    {"pow", "multiply: x * x; for a root `sqrt(x)`"},
    {"round", "write `floor(x + 0.5)`, or round where the result is shown"},
    {"float", "numbers need no conversion: an integer becomes a real where it meets one"},
    {"ln", "`log` is the natural logarithm"},
    {"log10", "divide natural logarithms: log(x) / log(10)"},
    {"log2", "divide natural logarithms: log(x) / log(2)"},
    {"if", "write `a if c else b`"},
    {"iff", "write `a if c else b`"},
    {"coalesce", "give the step that may be null a `default`"},
    {"ifnull", "give the step that may be null a `default`"},
    {"nvl", "give the step that may be null a `default`"},
    {"between", "write `low <= x <= high`"},
    {"clamp", "write max(low, min(high, x))"},
};

struct OperatorRow {
  std::string_view sign;
  ir::Op made;
};
OperatorRow row_of(Operator op) {
  switch (op) {
    case Operator::Add:
      return {"+", ir::Op::Add};
    case Operator::Subtract:
      return {"-", ir::Op::Sub};
    case Operator::Multiply:
      return {"*", ir::Op::Mul};
    case Operator::Divide:
      return {"/", ir::Op::Div};
    case Operator::Lt:
      return {"<", ir::Op::Lt};
    case Operator::Le:
      return {"<=", ir::Op::Le};
    case Operator::Gt:
      return {">", ir::Op::Gt};
    case Operator::Ge:
      return {">=", ir::Op::Ge};
    case Operator::Eq:
      return {"==", ir::Op::Eq};
    case Operator::Ne:
      return {"!=", ir::Op::Ne};
  }
  return {"", ir::Op::Add};
}
ir::Op op_of(Operator op) { return row_of(op).made; }
std::string_view spelling_of(Operator op) { return row_of(op).sign; }

/// The IR operation of a function.
ir::Op op_of(const language::FormulaFunction& function) {
  return *ir::find_op(language::info(function.op).name);
}

/// A number in Python's spelling, without underscores and base prefix.
struct Digits {
  explicit Digits(std::string_view spelling) {
    std::ranges::copy_if(spelling, std::back_inserter(digits), [](char c) { return c != '_'; });
    if (digits.size() <= 2 || digits[0] != '0') return;
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) digits.erase(0, 2);
  }

  /// The integer that the whole text spells, if the type can represent it.
  template <class Integer>
  std::optional<Integer> integer() const {
    Integer value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
    return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
  }

  std::string digits;
  int base = 10;
};

}  // namespace

language::Value number_of_spelling(std::string_view spelling) {
  const Digits number(spelling);
  if (const auto integer = number.integer<std::int64_t>()) return *integer;
  if (number.base == 10) return language::parse_decimal(number.digits).value_or(HUGE_VAL);
  double real = 0;
  for (const char& digit : number.digits) {
    int value = 0;
    std::from_chars(&digit, &digit + 1, value, number.base);
    real = real * number.base + value;
  }
  return real;
}

bool is_least_integer_spelling(std::string_view spelling) {
  return Digits(spelling).integer<std::uint64_t>() == std::uint64_t{1} << 63;
}

std::optional<Typed> FormulaExprChecker::check(const Expr& expr, Place place) {
  Maybe value = value_of(expr, place);
  if (value) values_.expressions.emplace(&expr, value->id);
  return value;
}

std::optional<Typed> FormulaExprChecker::value_of(const Expr& expr, Place place) {
  switch (expr.kind) {
    case Expr::Kind::Number:
    case Expr::Kind::String:
    case Expr::Kind::Bool:
      return check_literal(expr);
    case Expr::Kind::Name:
      return check_name(expr, place);
    case Expr::Kind::Call:
      return check_call(expr, place);
    case Expr::Kind::Negate:
      return check_negation(expr, place);
    case Expr::Kind::Sum:
    case Expr::Kind::Product:
      return check_arithmetic(expr, place);
    case Expr::Kind::Comparison:
      return check_chain(expr, place);
    case Expr::Kind::Not:
    case Expr::Kind::And:
    case Expr::Kind::Or:
      return check_logic(expr, place);
    case Expr::Kind::If:
      return check_if(expr, place);
  }
  return std::nullopt;
}

std::optional<Typed> FormulaExprChecker::check_literal(const Expr& expr) {
  if (expr.kind == Expr::Kind::Bool) return builder_.scalar(expr.boolean, expr.span);
  if (expr.kind == Expr::Kind::String) return builder_.scalar(expr.text, expr.span);
  language::Value number = number_of_spelling(expr.text);
  if (std::isfinite(*language::number_of(number)))
    return builder_.scalar(std::move(number), expr.span);
  diagnostics_.report(diag::DiagCode::BadValue, expr.span, expr.text, "within a double's range",
                      "infinite");
  return std::nullopt;
}

std::optional<Typed> FormulaExprChecker::check_name(const Expr& expr, Place place) {
  return scope_.value(expr.keys, place, expr.span);
}

/// The values of all arguments; std::nullopt if one has an error. All are checked.
std::optional<std::vector<Typed>> FormulaExprChecker::check_args(const Expr& expr, Place place) {
  std::vector<Typed> values;
  for (const Expr& arg : expr.args) {
    if (auto value = check(arg, place)) values.push_back(std::move(*value));
  }
  if (values.size() < expr.args.size()) return std::nullopt;
  return values;
}

bool FormulaExprChecker::expect(const Typed& value, language::Kind kind, source::Span span,
                                std::string_view what, std::string_view help) {
  if (is_same_family(value.type.kind, kind)) return true;
  auto& report = diagnostics_.report(diag::DiagCode::WrongKind, span, what, kind_phrase(kind),
                                     kind_phrase(value.type.kind));
  report.help = help;
  if (kind == language::Kind::Real && value.constant)
    suggest_unquoted(report, span, *value.constant);
  if (kind == language::Kind::Real && value.type.kind == language::Kind::Bool)
    report.help = "write `1 if … else 0`";
  return false;
}

void FormulaExprChecker::report_unknown_function(const Expr& call) {
  auto& report =
      diagnostics_.report(diag::DiagCode::UnknownName, call.head_span, "function", call.text);
  std::string name = call.text;
  std::ranges::transform(name, name.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  });
  for (const auto& [foreign, help] : kForeignFunctions) {
    if (name == foreign) {
      report.help = help;
      return;
    }
  }
  if (scope_.is_step(call.text)) {
    report.help = fmt::format("`{}` is a step; write `*` for a product", call.text);
    return;
  }
  std::vector<std::string> names;
  for (const language::FormulaFunction& function : language::formula_functions())
    names.emplace_back(function.name);
  suggest(diagnostics_, report, call.text, names,
          "the functions are " + language::list_functions(""));
}

std::optional<Typed> FormulaExprChecker::check_call(const Expr& expr, Place place) {
  const language::FormulaFunction* function = language::find_function(expr.text);
  const auto args = check_args(expr, place);
  if (function == nullptr) {
    report_unknown_function(expr);
    return std::nullopt;
  }
  const std::size_t count = expr.args.size();
  if (function->is_variadic ? count < 2 : count != 1) {
    auto& report =
        diagnostics_.report(diag::DiagCode::WrongArgumentCount, expr.span, expr.text,
                            function->is_variadic ? "two or more numbers" : "one number", count);
    if (function->op == language::Operation::Log && count == 2)
      report.help = "divide natural logarithms: log(x) / log(10)";
    return std::nullopt;
  }
  if (!args) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    if (!expect((*args)[i], language::Kind::Real, expr.args[i].span,
                fmt::format("an argument of `{}`", expr.text)))
      return std::nullopt;
  }
  return function->is_variadic ? fold_call(*function, *args, expr.span)
                               : unary_call(*function, args->front(), expr.span);
}

/// Folds the call from the left, two operands at a time.
Typed FormulaExprChecker::fold_call(const language::FormulaFunction& function,
                                    std::span<const Typed> args, source::Span span) {
  Typed value = args.front();
  for (const Typed& arg : args.subspan(1)) {
    value = builder_.arithmetic(op_of(function), value, arg, span);
  }
  return value;
}

Typed FormulaExprChecker::unary_call(const language::FormulaFunction& function, Typed value,
                                     source::Span span) {
  if (value.constant) {
    const language::Cell argument = language::cell_of(*value.constant);
    const language::Cell result = language::apply(function.op, {&argument, 1});
    if (result.is_null())
      diagnostics_.report(diag::DiagCode::AlwaysNull, span,
                          language::phrase_of(language::cause_of(result.null)));
  }
  if (language::info(function.op).kinds == language::KindRule::Real)
    value = builder_.to_real(value, span);
  return builder_.add(op_of(function), {value}, {}, span);
}

std::optional<Typed> FormulaExprChecker::check_negation(const Expr& expr, Place place) {
  const Expr& operand = expr.args.front();
  if (operand.kind == Expr::Kind::Number) {
    // The magnitude of the least integer does not fit in 64 bits without its sign.
    if (is_least_integer_spelling(operand.text)) return builder_.scalar(INT64_MIN, expr.span);
    auto value = check_literal(operand);
    if (!value) return std::nullopt;
    const auto* integer = value->constant->as<std::int64_t>();
    return builder_.scalar(
        integer ? language::Value(-*integer) : language::Value(-*value->constant->as<double>()),
        expr.span);
  }
  auto value = check(operand, place);
  if (!value || !expect(*value, language::Kind::Real, operand.span, "the operand of `-`"))
    return std::nullopt;
  return builder_.add(ir::Op::Neg, {*value}, {}, expr.span);
}

std::optional<Typed> FormulaExprChecker::check_arithmetic(const Expr& expr, Place place) {
  const auto args = check_args(expr, place);
  if (!args) return std::nullopt;
  bool fits = true;
  for (std::size_t i = 0; fits && i < args->size(); ++i) {
    const Operator op = expr.joints[i == 0 ? 0 : i - 1].op;
    fits = expect((*args)[i], language::Kind::Real, expr.args[i].span,
                  fmt::format("an operand of `{}`", spelling_of(op)),
                  op == Operator::Add && (*args)[i].type.kind == language::Kind::Str
                      ? "strings cannot be joined"
                      : "");
  }
  if (!fits) return std::nullopt;
  Typed value = args->front();
  for (std::size_t i = 1; i < args->size(); ++i) {
    const ir::Op op = op_of(expr.joints[i - 1].op);
    const source::Span span = ::seedc::source::join(expr.args.front().span, expr.args[i].span);
    Typed right = (*args)[i];
    if (op == ir::Op::Div) {
      if (right.constant && language::number_of(*right.constant) == 0.0)
        diagnostics_.report(diag::DiagCode::AlwaysNull, expr.args[i].span, "division by zero");
      value = builder_.to_real(value, span);
      right = builder_.to_real(right, span);
    }
    value = builder_.arithmetic(op, value, right, span);
  }
  return value;
}

/// Warns if an enum field is compared with text that is not one of its values.
void FormulaExprChecker::warn_undeclared(const Expr::Joint& joint, const Typed& a, const Typed& b,
                                         source::Span b_span) {
  const contract::Field* field = scope_.field_of(a);
  const auto* text = b.constant ? b.constant->as<std::string>() : nullptr;
  if (joint.op != Operator::Eq && joint.op != Operator::Ne) return;
  if (field == nullptr || field->type != contract::FieldType::Enum || text == nullptr) return;
  if (scope_.declares(*field, *text) || !reported_.insert(b_span.begin).second) return;
  auto& report = diagnostics_.report(
      diag::DiagCode::ConstantTest, b_span, joint.op == Operator::Eq ? "never" : "always",
      fmt::format("`{}` is not a value of field `{}`", *text, field->name));
  suggest(diagnostics_, report, *text, field->values, listed("its values are", field->values));
  if (report.fix) report.fix->replacement = "'" + report.fix->replacement + "'";
}

std::optional<Typed> FormulaExprChecker::compare(const Expr::Joint& joint, const Typed& a,
                                                 source::Span a_span, const Typed& b,
                                                 source::Span b_span) {
  if (!is_same_family(a.type.kind, b.type.kind)) {
    auto& report =
        diagnostics_.report(diag::DiagCode::MixedKinds, ::seedc::source::join(a_span, b_span),
                            kind_phrase(a.type.kind), kind_phrase(b.type.kind), "compared");
    if (a.type.is_number() && b.constant) suggest_unquoted(report, b_span, *b.constant);
    if (b.type.is_number() && a.constant) suggest_unquoted(report, a_span, *a.constant);
    return std::nullopt;
  }
  const bool is_ordering = joint.op != Operator::Eq && joint.op != Operator::Ne;
  for (const auto& [value, span] : {std::pair(&a, a_span), std::pair(&b, b_span)}) {
    if (!is_ordering || value->type.kind != language::Kind::Bool) continue;
    diagnostics_
        .report(diag::DiagCode::WrongKind, span,
                fmt::format("an operand of `{}`", spelling_of(joint.op)), "a number or a string",
                "a boolean")
        .help = "booleans have no order";
    return std::nullopt;
  }
  warn_undeclared(joint, a, b, b_span);
  warn_undeclared(joint, b, a, a_span);
  return builder_.comparison(op_of(joint.op), a, b, ::seedc::source::join(a_span, b_span));
}

/// Checks `a < b < c` as `a < b and b < c`.
std::optional<Typed> FormulaExprChecker::check_chain(const Expr& expr, Place place) {
  const auto args = check_args(expr, place);
  if (!args) return std::nullopt;
  std::vector<Typed> links;
  for (std::size_t i = 0; i + 1 < args->size(); ++i) {
    auto link = compare(expr.joints[i], (*args)[i], expr.args[i].span, (*args)[i + 1],
                        expr.args[i + 1].span);
    if (link) links.push_back(std::move(*link));
  }
  if (links.size() + 1 < args->size()) return std::nullopt;
  Typed value = links.front();
  for (std::size_t i = 1; i < links.size(); ++i)
    value = builder_.add(ir::Op::BoolAnd, {value, links[i]}, {}, expr.span);
  return value;
}

std::optional<Typed> FormulaExprChecker::check_logic(const Expr& expr, Place place) {
  const std::string_view word = expr.kind == Expr::Kind::And  ? "and"
                                : expr.kind == Expr::Kind::Or ? "or"
                                                              : "not";
  const auto args = check_args(expr, place);
  if (!args) return std::nullopt;
  bool fits = true;
  for (std::size_t i = 0; fits && i < args->size(); ++i) {
    fits = expect((*args)[i], language::Kind::Bool, expr.args[i].span,
                  fmt::format("an operand of `{}`", word),
                  (*args)[i].type.is_number() ? "compare the number: `… > 0`" : "");
  }
  if (!fits) return std::nullopt;
  if (expr.kind == Expr::Kind::Not)
    return builder_.add(ir::Op::BoolNot, {args->front()}, {}, expr.span);
  const ir::Op op = expr.kind == Expr::Kind::And ? ir::Op::BoolAnd : ir::Op::BoolOr;
  // `a and b and c` stops at the first operand that decides, however it is grouped.
  Typed value = args->front();
  for (std::size_t i = 1; i < args->size(); ++i)
    value = builder_.add(op, {value, (*args)[i]}, {}, expr.span);
  return value;
}

std::optional<Typed> FormulaExprChecker::check_if(const Expr& expr, Place place) {
  const auto args = check_args(expr, place);
  if (!args) return std::nullopt;
  bool fits = true;
  std::vector<Typed> values;
  for (std::size_t i = 0; i < args->size(); ++i) {
    if (i % 2 == 0) {
      values.push_back((*args)[i]);
    } else {
      fits &= expect((*args)[i], language::Kind::Bool, expr.args[i].span, "the condition of `if`",
                     (*args)[i].type.is_number() ? "compare the number: `… > 0`" : "");
    }
  }
  if (!fits) return std::nullopt;
  language::Kind known = language::Kind::Any;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const language::Kind kind = values[i].type.kind;
    if (!is_same_family(known, kind)) {
      diagnostics_.report(diag::DiagCode::MixedKinds, expr.args[2 * i].span, kind_phrase(known),
                          kind_phrase(kind), "branches of one `if`");
      return std::nullopt;
    }
    if (kind != language::Kind::Any) known = kind;
  }
  builder_.unify(values, expr.span);
  Typed value = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;)
    value = builder_.select((*args)[2 * i + 1], values[i], value, expr.span);
  return value;
}

}  // namespace seedc::check
