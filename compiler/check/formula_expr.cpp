// Type-checks expressions and appends their instructions.
#include "compiler/check/formula_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "compiler/check/formula_object.h"
#include "compiler/check/suggest.h"
#include "compiler/check/where_operands.h"
#include "runtime/language/calendar.h"
#include "runtime/language/decimal.h"

namespace seedc::check {
namespace {

using Expr = ast::FormulaExpr;
using Operator = Expr::Operator;

/// How to express functions of other languages in this one.
constexpr std::pair<std::string_view, std::string_view> kForeignFunctions[] = {
    {"avg", "divide a `sum` step by a `count` step"},
    {"mean", "divide a `sum` step by a `count` step"},
    {"sum",
     "add values with `+`: a + b; over rows `sum` is an operation of its own: {\"op\": \"sum\", "
     "\"expr\": …}"},
    {"count", "`count` is an operation of its own: {\"op\": \"count\", \"where\": …}"},
    {"len", "count rows in a `count` step"},
    {"pow", "multiply: x * x; for a root `sqrt(x)`"},
    {"trunc", "write `int(x)`"},
    {"str", "write `text(x)`"},
    {"string", "write `text(x)`"},
    {"concat", "`+` joins strings: a + b"},
    {"datediff", "write `days(from, to)`"},
    {"year", "the year of a review is `meta.year`"},
    {"float", "numbers need no conversion: an integer becomes a real where it meets one"},
    {"ln", "`log` is the natural logarithm"},
    {"log10", "divide natural logarithms: log(x) / log(10)"},
    {"log2", "divide natural logarithms: log(x) / log(2)"},
    {"if", "write `a if c else b`"},
    {"iff", "write `a if c else b`"},
    {"coalesce", "write `default(x, y)`: y where x is null"},
    {"ifnull", "write `default(x, y)`: y where x is null"},
    {"nvl", "write `default(x, y)`: y where x is null"},
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

/// Whether both links of `a < b < c` are null where one is: a is not, and what b may be but null is
/// comparable with both others or with neither.
bool is_null_as_one(std::span<const Typed> args) {
  return args.size() == 3 && !args[0].type.is_nullable && args[0].family() != language::Kind::Any &&
         args[2].family() != language::Kind::Any &&
         is_same_family(args[0].family(), args[2].family());
}

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
  if (value) values_.current.expressions.emplace(&expr, value->id);
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
    case Expr::Kind::In:
      return check_membership(expr, place);
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
  if (expr.boolean && !scope_.is_group(expr.keys.front())) {
    report_brackets(expr);
    return std::nullopt;
  }
  return scope_.value(expr.keys, place, expr.span);
}

/// `meta['user']['fans']` is `meta.user.fans`.
void FormulaExprChecker::report_brackets(const Expr& name) {
  auto& report = diagnostics_.report(diag::DiagCode::ExpressionSyntax, name.head_span,
                                     "a value has no entries");
  report.help = "a dot selects a member of a value: `meta.user.fans`";
  const std::string dotted = fmt::format("{}", fmt::join(name.keys, "."));
  if (!std::ranges::all_of(name.keys, is_identifier)) return;
  report.help = fmt::format("write `{}`", dotted);
  report.fix = diag::FixIt{name.span, dotted, /*is_safe=*/true};
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
  if (is_same_family(value.family(), kind)) return true;
  auto& report = diagnostics_.report(diag::DiagCode::WrongKind, span, what, kind_phrase(kind),
                                     kind_phrase(value.family()));
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
  const std::size_t count = expr.args.size();
  const language::FormulaFunction* function = language::find_function(expr.text, count);
  const auto args = check_args(expr, place);
  if (function == nullptr) {
    report_unknown_function(expr);
    return std::nullopt;
  }
  if (!function->takes(count)) {
    auto& report = diagnostics_.report(diag::DiagCode::WrongArgumentCount, expr.span, expr.text,
                                       language::arguments_of(expr.text), count);
    if (function->op == language::Operation::Log && count == 2)
      report.help =
          fmt::format("divide natural logarithms: log(x) / log({})",
                      expr.args[1].kind == Expr::Kind::Number ? expr.args[1].text : "base");
    return std::nullopt;
  }
  if (!args || !check_operands(expr, *function, *args)) return std::nullopt;
  if (function->is_variadic) return fold_call(*function, *args, expr.span);
  if (function->op == language::Operation::Default) return fallback(*args, expr.span);
  return simple_call(*function, *args, expr.span);
}

/// Checks that the arguments have the kinds that the function takes.
bool FormulaExprChecker::check_operands(const Expr& call, const language::FormulaFunction& function,
                                        std::span<const Typed> args) {
  const std::string what = fmt::format("an argument of `{}`", call.text);
  switch (language::info(function.op).kinds) {
    case language::KindRule::Text:
      return true;
    case language::KindRule::Fallback:
      if (is_same_family(args[0].family(), args[1].family())) return true;
      diagnostics_.report(diag::DiagCode::MixedKinds, call.args[1].span,
                          kind_phrase(args[0].family()), kind_phrase(args[1].family()),
                          "values of one `default`");
      return false;
    case language::KindRule::Days:
    case language::KindRule::Years:
      return check_dates(call, args);
    case language::KindRule::Rounded:
      return expect(args[0], language::Kind::Real, call.args[0].span, what) &&
             check_decimals(call.args[1], args[1]);
    case language::KindRule::Number:
    case language::KindRule::Real:
    case language::KindRule::Integer:
    case language::KindRule::None:
    case language::KindRule::NumberToReal:
    case language::KindRule::AsNumber:
    case language::KindRule::AsString:
    case language::KindRule::AsBoolean:
    case language::KindRule::Addition:
    case language::KindRule::Equality:
    case language::KindRule::Ordering:
    case language::KindRule::Boolean:
    case language::KindRule::Select:
    case language::KindRule::Alternative:
    case language::KindRule::Count:
    case language::KindRule::Sum:
    case language::KindRule::Entry:
    case language::KindRule::Same:
    case language::KindRule::Folded:
    case language::KindRule::Predicate:
    case language::KindRule::Second:
      break;
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!expect(args[i], language::Kind::Real, call.args[i].span, what)) return false;
  }
  return true;
}

/// How many decimals to round to is written as a literal.
bool FormulaExprChecker::check_decimals(const Expr& argument, const Typed& value) {
  const Expr& digits = argument.kind == Expr::Kind::Negate ? argument.args.front() : argument;
  const auto* count = value.constant ? value.constant->as<std::int64_t>() : nullptr;
  const bool is_within =
      count != nullptr && -language::kMostDecimals <= *count && *count <= language::kMostDecimals;
  if (digits.kind == Expr::Kind::Number && is_within) return true;
  diagnostics_
      .report(diag::DiagCode::BadValue, argument.span, "n",
              fmt::format("a literal integer from {} to {}", -language::kMostDecimals,
                          language::kMostDecimals),
              value.constant ? language::to_json(*value.constant) : std::string("an expression"))
      .help = "`round(x, n)` rounds to n decimals, with a negative n to tens";
  return false;
}

bool FormulaExprChecker::check_dates(const Expr& call, std::span<const Typed> args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Expr& argument = call.args[i];
    if (!expect(args[i], language::Kind::Str, argument.span,
                fmt::format("an argument of `{}`", call.text), "a date is a text, `'2021-03-04'`"))
      return false;
    if (argument.kind != Expr::Kind::String || language::day_number_of(argument.text)) continue;
    diagnostics_.report(diag::DiagCode::BadValue, argument.span, call.text,
                        "given a date of the calendar, YYYY-MM-DD",
                        language::to_json(argument.text));
    return false;
  }
  return true;
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

/// A call of as many operands as the operation takes. Warns if it is known to be null.
Typed FormulaExprChecker::simple_call(const language::FormulaFunction& function,
                                      std::vector<Typed> args, source::Span span) {
  if (std::ranges::all_of(args, [](const Typed& arg) { return arg.constant.has_value(); })) {
    std::vector<language::Cell> cells;
    for (const Typed& arg : args) cells.push_back(language::cell_of(*arg.constant));
    language::StringPool strings;
    const language::Cell result = language::apply(function.op, cells, strings);
    if (result.is_null())
      diagnostics_.report(diag::DiagCode::AlwaysNull, span,
                          language::phrase_of(language::cause_of(result.null)));
  }
  if (language::info(function.op).kinds == language::KindRule::Real) {
    for (Typed& arg : args) arg = builder_.to_real(arg, span);
  }
  return builder_.add(op_of(function), args, {}, span);
}

/// `default(x, y)` chooses before it converts: an x of another kind than y's is null, and not y.
Typed FormulaExprChecker::fallback(std::span<const Typed> args, source::Span span) {
  const language::Kind kind = *::seedc::language::join(args[0].family(), args[1].family());
  const bool are_known = kind != language::Kind::Any;
  const language::Kind known =
      args[0].family() == language::Kind::Any ? args[1].family() : args[0].family();
  std::vector<Typed> values(args.begin(), args.end());
  if (are_known) builder_.unify(values, span);
  return builder_.to_kind(builder_.add(ir::Op::Default, values, {}, span), known, span);
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
  Typed value = args->front();
  for (std::size_t i = 1; i < args->size(); ++i) {
    const source::Span span = ::seedc::source::join(expr.args.front().span, expr.args[i].span);
    const Expr& left = i == 1 ? expr.args.front() : expr;
    auto made = combine(expr.joints[i - 1], value, left, (*args)[i], expr.args[i], span);
    if (!made) return std::nullopt;
    value = std::move(*made);
  }
  return value;
}

/// `a + b`, `a - b`, `a * b` or `a / b`.
std::optional<Typed> FormulaExprChecker::combine(const Expr::Joint& joint, const Typed& a,
                                                 const Expr& a_expr, const Typed& b,
                                                 const Expr& b_expr, source::Span span) {
  const bool may_join = joint.op == Operator::Add;
  const bool has_string = a.type.kind == language::Kind::Str || b.type.kind == language::Kind::Str;
  if (may_join && has_string) return join_strings(a, a_expr, b, b_expr, span);
  const std::string what = fmt::format("an operand of `{}`", spelling_of(joint.op));
  if (!expect(a, language::Kind::Real, a_expr.span, what) ||
      !expect(b, language::Kind::Real, b_expr.span, what))
    return std::nullopt;
  if (joint.op != Operator::Divide) return builder_.arithmetic(op_of(joint.op), a, b, span);
  if (b.constant && language::number_of(*b.constant) == 0.0)
    diagnostics_.report(diag::DiagCode::AlwaysNull, b_expr.span, "division by zero");
  return builder_.add(ir::Op::Div, {builder_.to_real(a, span), builder_.to_real(b, span)}, {},
                      span);
}

std::optional<Typed> FormulaExprChecker::join_strings(const Typed& a, const Expr& a_expr,
                                                      const Typed& b, const Expr& b_expr,
                                                      source::Span span) {
  const bool is_left = !is_same_family(a.family(), language::Kind::Str);
  if (!is_left && is_same_family(b.family(), language::Kind::Str))
    return builder_.add(ir::Op::Add, {a, b}, {}, span);
  const Typed& other = is_left ? a : b;
  const Typed& string = is_left ? b : a;
  auto& report = diagnostics_.report(diag::DiagCode::WrongKind, (is_left ? a_expr : b_expr).span,
                                     "an operand of `+` beside a string", "a string",
                                     kind_phrase(other.family()));
  report.help = "`text(x)` makes a string of a value";
  if (other.type.is_number() && string.constant)
    suggest_unquoted(report, (is_left ? b_expr : a_expr).span, *string.constant);
  return std::nullopt;
}

/// `x in (a, b)` is `x == a or x == b`.
std::optional<Typed> FormulaExprChecker::check_membership(const Expr& expr, Place place) {
  const auto args = check_args(expr, place);
  if (!args) return std::nullopt;
  const Typed& value = args->front();
  const language::Kind kind =
      value.family() == language::Kind::Any ? args->at(1).family() : value.family();
  std::vector<Typed> tests;
  for (std::size_t i = 1; i < args->size(); ++i) {
    const Typed& member = (*args)[i];
    if (!check_member(value, kind, expr, i, member)) return std::nullopt;
    tests.push_back(builder_.comparison(ir::Op::Eq, value, member, expr.args[i].span));
  }
  Typed found = join(ir::Op::BoolOr, tests, expr.span);
  return expr.boolean ? builder_.add(ir::Op::BoolNot, {found}, {}, expr.span) : found;
}

bool FormulaExprChecker::check_member(const Typed& value, language::Kind kind,
                                      const Expr& membership, std::size_t number,
                                      const Typed& member) {
  const Expr& member_expr = membership.args[number];
  const FormulaParam* param = scope_.param_of(member);
  if (member_expr.kind == Expr::Kind::Name && param == nullptr) {
    diagnostics_
        .report(diag::DiagCode::MisplacedName, member_expr.span, member_expr.keys.front(),
                "a list of `in` holds literals and parameters")
        .help = "compare with `==`, or write a string in quotes";
    return false;
  }
  if (!is_same_family(kind, member.family())) {
    auto& report = diagnostics_.report(diag::DiagCode::MixedKinds, member_expr.span,
                                       kind_phrase(kind), kind_phrase(member.family()), "compared");
    if (value.type.is_number() && param == nullptr)
      suggest_unquoted(report, member_expr.span, *member.constant);
    return false;
  }
  const contract::Field* field = scope_.field_of(value);
  const auto* text = (param == nullptr ? *member.constant : param->value).as<std::string>();
  const bool is_enum = field != nullptr && field->type == contract::FieldType::Enum;
  if (!is_enum)
    warn_undeclared({membership.boolean ? Operator::Ne : Operator::Eq, member_expr.span}, value,
                    member, member_expr.span, false);
  if (!is_enum || text == nullptr || scope_.declares(*field, *text)) return true;
  if (param != nullptr) {
    scope_.report_undeclared(*param, *field, member_expr.span);
    return false;
  }
  auto& report =
      diagnostics_.report(diag::DiagCode::UndeclaredValue, member_expr.span, *text, field->name);
  suggest_value(diagnostics_, report, *text, field->values, python_string);
  report.note(scope_.place_of_field(field->name), "its values are declared here");
  return false;
}

/// Warns if a value of which all values are known is compared with text that is none of them; a
/// parameter's value must be one of an enum's.
void FormulaExprChecker::warn_undeclared(const Expr::Joint& joint, const Typed& a, const Typed& b,
                                         source::Span b_span, bool is_json) {
  const FormulaParam* param = scope_.param_of(b);
  const language::Value constant = param ? param->value : b.constant.value_or(language::Value());
  const auto* text = constant.as<std::string>();
  if (joint.op != Operator::Eq && joint.op != Operator::Ne) return;
  const KnownValues known = scope_.known_values(a);
  const contract::Field* field = scope_.field_of(a);
  if (known.values == nullptr || text == nullptr || known.has(*text)) return;
  if ((param != nullptr && field == nullptr) || !reported_.insert(b_span.begin).second) return;
  if (param != nullptr) return scope_.report_undeclared(*param, *field, b_span);
  auto& report = diagnostics_.report(diag::DiagCode::ConstantTest, b_span,
                                     joint.op == Operator::Eq ? "never" : "always",
                                     fmt::format("`{}` is not a value of {}", *text, known.owner));
  suggest_value(diagnostics_, report, *text, *known.values,
                is_json ? json_string_of : python_string);
}

/// Warns if a field that holds free text must be equal to another one.
void FormulaExprChecker::warn_free_text(const Expr::Joint& joint, const Typed& a, const Typed& b,
                                        source::Span b_span) {
  const contract::Field* field = scope_.field_of(a);
  const auto* text = b.constant ? b.constant->as<std::string>() : nullptr;
  const bool is_free = field != nullptr && field->type == contract::FieldType::String;
  if (!options_.reports_lints || !is_free || joint.op != Operator::Eq || text == nullptr ||
      text->empty())
    return;
  auto& report = diagnostics_.report(diag::DiagCode::TextEquality, b_span,
                                     "extraction." + field->name, "free text", *text);
  report.help = "in a `where`, {\"contains\": \"…\"} finds it anywhere in the text, in any case";
}

std::optional<Typed> FormulaExprChecker::compare(const Expr::Joint& joint, const Typed& a,
                                                 source::Span a_span, const Typed& b,
                                                 source::Span b_span, bool is_json) {
  if (!is_same_family(a.family(), b.family())) {
    auto& report =
        diagnostics_.report(diag::DiagCode::MixedKinds, ::seedc::source::join(a_span, b_span),
                            kind_phrase(a.family()), kind_phrase(b.family()), "compared");
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
  warn_undeclared(joint, a, b, b_span, is_json);
  warn_undeclared(joint, b, a, a_span, false);
  warn_free_text(joint, a, b, b_span);
  warn_free_text(joint, b, a, a_span);
  const contract::Field* field = scope_.field_of(a);
  if (is_ordering && options_.reports_lints && field != nullptr && b.constant)
    warn_enum_order(diagnostics_, b_span, *field, spelling_of(joint.op), *b.constant);
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
  if (!is_null_as_one(*args)) note_logic(links, "this chain", expr.span);
  return join(ir::Op::BoolAnd, links, expr.span);
}

/// Notes where a null operand used to make the result null although a later one decides.
void FormulaExprChecker::note_logic(std::span<const Typed> operands, std::string_view what,
                                    source::Span span) {
  const bool may_differ =
      std::ranges::any_of(operands.first(operands.size() - 1),
                          [](const Typed& operand) { return operand.type.is_nullable; });
  if (!may_differ) return;
  FormulaValues::Logic logic{.what = std::string(what), .span = span, .operands = {}};
  for (const Typed& operand : operands) logic.operands.push_back(operand.id);
  values_.logics.push_back(std::move(logic));
}

/// Joins two or more booleans, or returns the only one.
Typed FormulaExprChecker::join(ir::Op op, std::span<const Typed> operands, source::Span span) {
  Typed value = operands.front();
  for (const Typed& operand : operands.subspan(1))
    value = builder_.add(op, {value, operand}, {}, span);
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
  note_logic(*args, fmt::format("`{}`", word), expr.span);
  return join(expr.kind == Expr::Kind::And ? ir::Op::BoolAnd : ir::Op::BoolOr, *args, expr.span);
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
    const language::Kind kind = values[i].family();
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
  scope_.note_values(value, values);
  return value;
}

}  // namespace seedc::check
