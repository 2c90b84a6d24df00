// Integers that leave 64 bits and reals that are not finite become null where they arise.
#include "test/differential/plain/formula_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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

/// A string that a formula makes: none beyond 65,536 bytes.
Scalar made(std::string text) {
  if (text.size() > 65'536) return none(language::NullCause::TextTooLong);
  return text;
}

/// Digits with a point, rounded behind the first `kept`, halves to even; the sign is not part of
/// it.
std::string rounded_digits(const std::string& exact, std::size_t kept) {
  std::string digits = "0";
  std::size_t point = exact.find('.');
  for (const char c : exact) digits += c == '.' ? "" : std::string(1, c);
  const std::string rest = digits.substr(1 + kept);
  digits = digits.substr(0, 1 + kept);
  const std::string half = "5" + std::string(rest.size() - 1, '0');
  const bool goes_up = rest > half || (rest == half && (digits.back() - '0') % 2 == 1);
  for (std::size_t i = digits.size(); goes_up && i-- > 0;) {
    digits[i] = digits[i] == '9' ? '0' : static_cast<char>(digits[i] + 1);
    if (digits[i] != '0') break;
  }
  digits.resize(std::max(digits.size(), point + 1), '0');
  return digits.substr(0, point + 1) + "." + digits.substr(point + 1);
}

/// What the decimal digits of a number say exactly, with `count` of them behind the point.
std::string exactly(double size) {
  std::array<char, 1500> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.1080f", size);
  return {text.data(), static_cast<std::size_t>(length)};
}

/// `round(x, n)`: of the exact value, as one writes it down.
Scalar rounded_to(const Scalar& x, std::int64_t decimals) {
  if (is_integer(x) && decimals >= 0) return x;
  const bool is_whole = is_integer(x);
  std::string exact = is_whole ? std::to_string(std::get<std::int64_t>(x)) + ".0"
                               : exactly(std::fabs(std::get<double>(x)));
  const bool is_negative = is_whole ? exact[0] == '-' : std::signbit(std::get<double>(x));
  if (exact[0] == '-') exact.erase(0, 1);
  exact.insert(0, 16, '0');
  const std::int64_t kept = static_cast<std::int64_t>(exact.find('.')) + decimals;
  std::string result = rounded_digits(exact, static_cast<std::size_t>(kept));
  if (is_negative) result.insert(0, "-");
  if (!is_whole) return std::strtod(result.c_str(), nullptr);
  Wide value = 0;
  for (const char c : result.substr(0, result.find('.'))) {
    if (c != '-') value = 10 * value + (c - '0');
  }
  return integer(is_negative ? -value : value);
}

Scalar rounded(std::span<const Scalar> args) {
  if (args.size() == 2) return rounded_to(args[0], std::get<std::int64_t>(args[1]));
  if (is_integer(args[0])) return args[0];
  return whole(rounded_to(args[0], 0), std::trunc);
}

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/// How many days the calendar has from the year 1 to the date, or nothing if it is none.
std::optional<std::int64_t> day_of(const std::string& text) {
  const std::string form = "dddd-dd-dd";
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (i >= text.size()) return std::nullopt;
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == 'd' ? !is_digit : text[i] != form[i]) return std::nullopt;
  }
  if (text.size() > 10 && text[10] >= '0' && text[10] <= '9') return std::nullopt;
  const int year = std::stoi(text.substr(0, 4));
  const int month = std::stoi(text.substr(5, 2));
  const int day = std::stoi(text.substr(8, 2));
  const int lengths[] = {31, is_leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > lengths[month - 1])
    return std::nullopt;
  std::int64_t days = day;
  for (int before = 1; before < year; ++before) days += is_leap(before) ? 366 : 365;
  for (int before = 1; before < month; ++before) days += lengths[before - 1];
  return days;
}

Scalar days(const Scalar& from, const Scalar& to) {
  const Scalar strings[] = {as_kind(language::Kind::Str, from), as_kind(language::Kind::Str, to)};
  if (const auto null = null_among(strings)) return *null;
  const auto first = day_of(std::get<std::string>(from));
  const auto last = day_of(std::get<std::string>(to));
  if (!first || !last) return none(language::NullCause::NoDate);
  return *last - *first;
}

}  // namespace

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
  const bool wants_number =
      kind == language::Kind::Int || kind == language::Kind::Real || kind == kSomeNumber;
  const bool fits = wants_number                  ? is_number(value)
                    : kind == language::Kind::Str ? std::holds_alternative<std::string>(value)
                                                  : std::holds_alternative<bool>(value);
  if (!fits) return none(language::NullCause::WrongKind);
  return kind == language::Kind::Real ? as_real(value) : value;
}

Scalar calculate(const Scalar& left, Operator op, const Scalar& right) {
  const auto* start = std::get_if<std::string>(&left);
  const auto* end = std::get_if<std::string>(&right);
  if (op == Operator::Add && start != nullptr && end != nullptr) return made(*start + *end);
  // A string can be added to what is null, but not to a number.
  const bool joins_null = op == Operator::Add && (start == nullptr) != (end == nullptr) &&
                          (null_of(left) != nullptr || null_of(right) != nullptr);
  if (joins_null) return start == nullptr ? left : right;
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

Scalar text_of(const Scalar& value) {
  if (null_of(value) != nullptr || std::holds_alternative<std::string>(value)) return value;
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  return str(value);
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
  if (function == "text") return text_of(args[0]);
  if (function == "days") return days(args[0], args[1]);
  if (function == "years") return calculate(days(args[0], args[1]), Operator::Divide, 365.25);
  if (const auto null = null_among_numbers(args)) return *null;
  if (function == "round") return rounded(args);
  if (function == "abs") return absolute(args[0]);
  if (function == "floor") return whole(args[0], std::floor);
  if (function == "ceil") return whole(args[0], std::ceil);
  if (function == "int") return whole(args[0], std::trunc);
  return function == "log" ? logarithm(real_of(args[0])) : square_root(real_of(args[0]));
}

}  // namespace seedc::plain
