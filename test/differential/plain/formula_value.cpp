// Integers that leave 64 bits and reals that are not finite become null where they arise.
#include "test/differential/plain/formula_value.h"

#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <vector>

#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

__extension__ using Wide = __int128;

/// The result of integers: within 64 bits, or null.
Scalar integer(Wide value) {
  if (value < INT64_MIN || value > INT64_MAX) return none(language::NullCause::IntegerOverflow);
  return static_cast<std::int64_t>(value);
}

Scalar real(double value) {
  if (!std::isfinite(value)) return none(language::NullCause::NotFinite);
  return value;
}

bool is_integer(const Scalar& value) { return std::holds_alternative<std::int64_t>(value); }
double real_of(const Scalar& number) { return std::get<double>(as_real(number)); }

/// The null among the operands, if there is one: a null step's before others, else the first.
std::optional<Null> null_among(std::span<const Scalar> operands) {
  std::optional<Null> found;
  for (const Scalar& operand : operands) {
    const Null* null = null_of(operand);
    if (null != nullptr && (!found || (found->step.empty() && !null->step.empty()))) found = *null;
  }
  return found;
}

/// Why operands cannot be used in arithmetic, or std::nullopt: values that are not numbers count as
/// null.
std::optional<Null> null_among_numbers(std::span<const Scalar> operands) {
  std::vector<Scalar> numbers;
  for (const Scalar& operand : operands) numbers.push_back(as_kind(language::Kind::Int, operand));
  return null_among(numbers);
}

Scalar calculate_integers(Wide left, Operator op, Wide right) {
  if (op == Operator::Add) return integer(left + right);
  if (op == Operator::Subtract) return integer(left - right);
  return integer(left * right);
}

Scalar calculate_reals(double left, Operator op, double right) {
  if (op == Operator::Add) return real(left + right);
  if (op == Operator::Subtract) return real(left - right);
  if (op == Operator::Multiply) return real(left * right);
  if (right == 0) return none(language::NullCause::DivisionByZero);
  return real(left / right);
}

template <class T>
bool stands(const T& left, Operator op, const T& right) {
  switch (op) {
    case Operator::Lt:
      return left < right;
    case Operator::Le:
      return left <= right;
    case Operator::Gt:
      return left > right;
    case Operator::Ge:
      return left >= right;
    case Operator::Ne:
      return left != right;
    default:
      return left == right;
  }
}

bool is_equality(Operator op) { return op == Operator::Eq || op == Operator::Ne; }

Scalar logarithm(double x) {
  if (x <= 0) return none(language::NullCause::LogOfNonPositive);
  return real(std::log(x));
}

Scalar square_root(double x) {
  if (x < 0) return none(language::NullCause::SqrtOfNegative);
  return real(std::sqrt(x));
}

/// The integer that a function of reals makes of a number.
Scalar whole(const Scalar& x, double (*function)(double)) {
  if (is_integer(x)) return x;
  const double result = function(std::get<double>(x));
  if (result < -9223372036854775808.0 || result >= 9223372036854775808.0)
    return none(language::NullCause::IntegerOverflow);
  return static_cast<std::int64_t>(result);
}

Scalar absolute(const Scalar& x) {
  if (!is_integer(x)) return std::fabs(std::get<double>(x));
  return std::get<std::int64_t>(x) < 0 ? negate(x) : x;
}

Json json_of(const Scalar& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, Null>)
          return Json();
        else
          return Json(v);
      },
      value);
}

}  // namespace

bool is_number(const Scalar& value) {
  return is_integer(value) || std::holds_alternative<double>(value);
}

Scalar scalar_of(const Json& value) {
  if (value.is_null()) return none(language::NullCause::Missing);
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return none(language::NullCause::WrongKind);
  if (is_real(value)) return value.get<double>();
  return value.get<std::int64_t>();
}

Scalar scalar_of(const ast::Json& literal) {
  switch (literal.kind) {
    case ast::Json::Kind::Bool:
      return literal.boolean;
    case ast::Json::Kind::Number:
      return number_of_spelling(literal.text);
    case ast::Json::Kind::String:
      return literal.text;
    default:
      return none(language::NullCause::Missing);
  }
}

Scalar number_of_spelling(const std::string& text) { return scalar_of(Json::parse(text)); }

std::string str(const Scalar& value) { return str(json_of(value)); }

Scalar as_real(const Scalar& value) {
  return is_integer(value) ? static_cast<double>(std::get<std::int64_t>(value)) : value;
}

Scalar as_kind(language::Kind kind, const Scalar& value) {
  if (kind == language::Kind::Any || null_of(value) != nullptr) return value;
  const bool wants_number = kind == language::Kind::Int || kind == language::Kind::Real;
  const bool fits = wants_number                  ? is_number(value)
                    : kind == language::Kind::Str ? std::holds_alternative<std::string>(value)
                                                  : std::holds_alternative<bool>(value);
  if (!fits) return none(language::NullCause::WrongKind);
  return kind == language::Kind::Real ? as_real(value) : value;
}

Scalar calculate(const Scalar& left, Operator op, const Scalar& right) {
  if (const auto null = null_among_numbers(std::array{left, right})) return *null;
  if (is_integer(left) && is_integer(right) && op != Operator::Divide) {
    return calculate_integers(std::get<std::int64_t>(left), op, std::get<std::int64_t>(right));
  }
  return calculate_reals(real_of(left), op, real_of(right));
}

Scalar compare(const Scalar& left, Operator op, const Scalar& right) {
  if (const auto null = null_among(std::array{left, right})) return *null;
  if (is_integer(left) && is_integer(right)) {
    return stands(std::get<std::int64_t>(left), op, std::get<std::int64_t>(right));
  }
  if (is_number(left) && is_number(right)) return stands(real_of(left), op, real_of(right));
  if (left.index() != right.index()) return none(language::NullCause::WrongKind);
  if (const auto* string = std::get_if<std::string>(&left)) {
    return stands(*string, op, std::get<std::string>(right));  // UTF-8 has code point order
  }
  if (!is_equality(op)) return none(language::NullCause::WrongKind);
  return stands(std::get<bool>(left), op, std::get<bool>(right));
}

Scalar negate(const Scalar& value) {
  if (const auto null = null_among_numbers(std::array{value})) return *null;
  if (is_integer(value)) return integer(-Wide{std::get<std::int64_t>(value)});
  return -std::get<double>(value);
}

Scalar extreme(const Scalar& first, Operator op, const Scalar& second) {
  if (const auto null = null_among_numbers(std::array{first, second})) return *null;
  const Scalar& chosen = holds(compare(second, op, first)) ? second : first;
  return is_integer(first) && is_integer(second) ? chosen : as_real(chosen);
}

Scalar call(const std::string& function, std::span<const Scalar> args) {
  if (function == "max" || function == "min") {
    Scalar result = args[0];
    for (const Scalar& arg : args.subspan(1)) {
      result = extreme(result, function == "max" ? Operator::Gt : Operator::Lt, arg);
    }
    return result;
  }
  if (const auto null = null_among_numbers(args)) return *null;
  if (function == "abs") return absolute(args[0]);
  if (function == "floor") return whole(args[0], std::floor);
  if (function == "ceil") return whole(args[0], std::ceil);
  if (function == "int") return whole(args[0], std::trunc);
  return function == "log" ? logarithm(real_of(args[0])) : square_root(real_of(args[0]));
}

}  // namespace seedc::plain
