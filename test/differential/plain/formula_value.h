// Values of formulas and the operators on them (semantics.md section 6).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "compiler/ast/formula.h"
#include "runtime/contract/score.h"
#include "test/differential/plain/json.h"

namespace seedc::plain {

/// No value: why, and the step in which that arose (empty: the one being computed).
struct Null {
  language::NullCause cause = language::NullCause::Missing;
  std::string step;
  friend bool operator==(const Null&, const Null&) = default;
};

using Scalar = std::variant<Null, bool, std::int64_t, double, std::string>;
using Operator = ast::FormulaExpr::Operator;

/// A null that arises here.
inline Scalar none(language::NullCause cause) { return Null{cause, ""}; }
inline const Null* null_of(const Scalar& value) { return std::get_if<Null>(&value); }
/// The value is the boolean true.
inline bool holds(const Scalar& value) {
  return std::holds_alternative<bool>(value) && std::get<bool>(value);
}
bool is_number(const Scalar& value);

/// A value of the data, as read: what is absent is missing, lists and dicts are of the wrong kind.
Scalar scalar_of(const Json& value);
/// A value as JSON; null whatever its cause.
Json json_of(const Scalar& value);
/// A literal of a formula.
Scalar scalar_of(const ast::Json& literal);
/// A number as it is spelled in a formula.
Scalar number_of_spelling(const std::string& text);
/// Python's str() of a value that is not null.
std::string str(const Scalar& value);

/// The kind of a number of which the data decides whether it is real.
inline constexpr language::Kind kSomeNumber = language::Kind::Json;

/// An integer becomes the nearest real; any other value stays.
Scalar as_real(const Scalar& value);
/// A value among others of which it is known that they are of this kind: Int stands for any number,
/// and a value of another kind is null.
Scalar as_kind(language::Kind kind, const Scalar& value);

Scalar calculate(const Scalar& left, Operator op, const Scalar& right);
Scalar compare(const Scalar& left, Operator op, const Scalar& right);
Scalar negate(const Scalar& value);
/// A function other than `default`.
Scalar call(const std::string& function, std::span<const Scalar> args);
/// The text of a value, as `text` makes it.
Scalar text_of(const Scalar& value);
/// max (`op` is Gt) or min (Lt) of two numbers, the first of equal ones.
Scalar extreme(const Scalar& first, Operator op, const Scalar& second);

}  // namespace seedc::plain
