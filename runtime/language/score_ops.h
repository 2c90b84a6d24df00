// The semantics of each operation of score programs, on cells (semantics.md section 6). Both
// backends call these functions, or use code that produces the same bits.
//
// Reals in cells are finite. A null among the operands makes the result null, unless the function
// says otherwise; of two nulls, that of a step takes precedence, then the left one. All functions
// are inline: where a caller knows the kinds, the checks on them are optimised away. Functions that
// make strings take the pool that owns them first.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "runtime/language/calendar.h"
#include "runtime/language/cell.h"
#include "runtime/language/decimal.h"
#include "runtime/language/string_pool.h"

namespace seedc::language::score {

/// Calls the function of an operation, with the pool if it makes strings.
template <auto function, class... Cells>
Cell invoke([[maybe_unused]] StringPool& strings, const Cells&... operands) {
  if constexpr (std::is_invocable_v<decltype(function), StringPool&, const Cells&...>) {
    return function(strings, operands...);
  } else {
    return function(operands...);
  }
}

inline bool is_number(const Cell& a) { return seedc::language::is_number(a.kind); }
/// Converts a number to the nearest double.
inline double real_of(const Cell& a) {
  return a.kind == Kind::Int ? static_cast<double>(a.integer()) : a.real();
}

inline Cell finite(double value) {
  return std::isfinite(value) ? Cell::of(value) : Cell::none(NullCause::NotFinite);
}
inline Cell checked(std::int64_t value, bool overflowed) {
  return overflowed ? Cell::none(NullCause::IntegerOverflow) : Cell::of(value);
}

inline Null null_among(Null a, Null b) {
  const bool takes_right = a == 0 || (!is_of_step(a) && is_of_step(b));
  return takes_right ? b : a;
}
inline Null null_among(const Cell& a, const Cell& b) { return score::null_among(a.null, b.null); }

/// The null that results if `a` is used as a number; 0 if it is a number.
inline Null null_as_number(const Cell& a) {
  return a.is_null() || score::is_number(a) ? a.null : null_of(NullCause::WrongKind);
}

/// Applies `of_integers` to two integers, otherwise `of_reals`.
template <class OfIntegers, class OfReals>
Cell of_numbers(const Cell& a, const Cell& b, OfIntegers of_integers, OfReals of_reals) {
  if (const Null null = score::null_among(score::null_as_number(a), score::null_as_number(b)))
    return Cell::none(null);
  if (a.kind == Kind::Int && b.kind == Kind::Int) return of_integers(a.integer(), b.integer());
  return of_reals(score::real_of(a), score::real_of(b));
}

/// Applies the function for the kind of one number.
template <class OfInteger, class OfReal>
Cell of_number(const Cell& a, OfInteger of_integer, OfReal of_real) {
  if (a.is_null()) return Cell::none(a.null);
  if (!score::is_number(a)) return Cell::none(NullCause::WrongKind);
  return a.kind == Kind::Int ? of_integer(a.integer()) : of_real(a.real());
}
template <class OfReal>
Cell as_real(const Cell& a, OfReal of_real) {
  return score::of_number(
      a, [&](std::int64_t x) { return of_real(static_cast<double>(x)); }, of_real);
}

inline Cell to_real(const Cell& a) {
  return score::as_real(a, [](double x) { return Cell::of(x); });
}

inline Cell add(const Cell& a, const Cell& b) {
  const auto of_integers = [](std::int64_t x, std::int64_t y) {
    std::int64_t sum = 0;
    const bool overflowed = __builtin_add_overflow(x, y, &sum);
    return score::checked(sum, overflowed);
  };
  return score::of_numbers(a, b, of_integers,
                           [](double x, double y) { return score::finite(x + y); });
}

inline Cell made_string(StringPool& strings, std::string text) {
  return text.size() > StringPool::kMostBytes ? Cell::none(NullCause::TextTooLong)
                                              : Cell::of(strings.keep(std::move(text)));
}

/// Adds two numbers, or joins two strings. Beside a null a string is as good as a number.
inline Cell add_or_join(StringPool& strings, const Cell& a, const Cell& b) {
  const auto null_of_operand = [](const Cell& operand) {
    return operand.kind == Kind::Str ? operand.null : score::null_as_number(operand);
  };
  if (const Null null = score::null_among(null_of_operand(a), null_of_operand(b)))
    return Cell::none(null);
  const bool are_strings = a.kind == Kind::Str && b.kind == Kind::Str;
  return are_strings ? score::made_string(strings, a.string() + b.string()) : score::add(a, b);
}

inline Cell subtract(const Cell& a, const Cell& b) {
  const auto of_integers = [](std::int64_t x, std::int64_t y) {
    std::int64_t difference = 0;
    const bool overflowed = __builtin_sub_overflow(x, y, &difference);
    return score::checked(difference, overflowed);
  };
  return score::of_numbers(a, b, of_integers,
                           [](double x, double y) { return score::finite(x - y); });
}

inline Cell multiply(const Cell& a, const Cell& b) {
  const auto of_integers = [](std::int64_t x, std::int64_t y) {
    std::int64_t product = 0;
    const bool overflowed = __builtin_mul_overflow(x, y, &product);
    return score::checked(product, overflowed);
  };
  return score::of_numbers(a, b, of_integers,
                           [](double x, double y) { return score::finite(x * y); });
}

inline Cell divide(const Cell& a, const Cell& b) {
  const auto of_reals = [](double x, double y) {
    return y == 0 ? Cell::none(NullCause::DivisionByZero) : score::finite(x / y);
  };
  const auto of_integers = [&](std::int64_t x, std::int64_t y) {
    return of_reals(static_cast<double>(x), static_cast<double>(y));
  };
  return score::of_numbers(a, b, of_integers, of_reals);
}

inline Cell negate(const Cell& a) {
  const auto of_integer = [](std::int64_t x) {
    return score::subtract(Cell::of(std::int64_t{0}), Cell::of(x));
  };
  return score::of_number(a, of_integer, [](double x) { return Cell::of(-x); });
}

inline Cell absolute(const Cell& a) {
  const auto of_integer = [](std::int64_t x) {
    return x < 0 ? score::negate(Cell::of(x)) : Cell::of(x);
  };
  return score::of_number(a, of_integer, [](double x) { return Cell::of(std::fabs(x)); });
}

/// The natural logarithm, computed by the C library.
inline Cell log(const Cell& a) {
  return score::as_real(a, [](double x) {
    return x <= 0 ? Cell::none(NullCause::LogOfNonPositive) : Cell::of(std::log(x));
  });
}

inline Cell sqrt(const Cell& a) {
  return score::as_real(a, [](double x) {
    return x < 0 ? Cell::none(NullCause::SqrtOfNegative) : Cell::of(std::sqrt(x));
  });
}

/// Rounds a number to an integer: an integer is unchanged, a real beyond 64 bits becomes null.
template <class Round>
Cell to_integer(const Cell& a, Round round) {
  const auto of_real = [&](double x) {
    const double whole = round(x);
    const bool fits = -0x1p63 <= whole && whole < 0x1p63;
    return fits ? Cell::of(static_cast<std::int64_t>(whole))
                : Cell::none(NullCause::IntegerOverflow);
  };
  return score::of_number(a, [](std::int64_t x) { return Cell::of(x); }, of_real);
}
/// Rounding down, up, and toward zero.
inline Cell floor(const Cell& a) {
  return score::to_integer(a, [](double x) { return std::floor(x); });
}
inline Cell ceil(const Cell& a) {
  return score::to_integer(a, [](double x) { return std::ceil(x); });
}
inline Cell truncate(const Cell& a) {
  return score::to_integer(a, [](double x) { return std::trunc(x); });
}

/// Rounding to the nearest integer, halves to even.
inline Cell round(const Cell& a) {
  return score::to_integer(a, [](double x) { return std::nearbyint(x); });
}

/// Rounding to `digits` decimals, an integer from -15 to 15, halves to even: a real to the double
/// nearest to the decimal, an integer to an integer.
inline Cell round_to(const Cell& a, const Cell& digits) {
  if (const Null null = score::null_among(a, digits)) return Cell::none(null);
  constexpr std::int64_t kMost = kMostDecimals;
  const auto count = static_cast<int>(std::clamp(digits.integer(), -kMost, kMost));
  const auto of_integer = [&](std::int64_t x) {
    const std::optional<std::int64_t> rounded = round_integer(x, count);
    return score::checked(rounded.value_or(0), !rounded);
  };
  return score::of_number(a, of_integer,
                          [&](double x) { return Cell::of(round_decimal(x, count)); });
}

/// The text of a value: a string as it is, numbers as outputs show them, `true` or `false`.
inline Cell text(StringPool& strings, const Cell& a) {
  if (a.is_null() || a.kind == Kind::Str) return a;
  return score::made_string(strings, to_json(value_of(a)));
}

/// The null that results if `a` is used as a string; 0 if it is one.
inline Null null_as_string(const Cell& a) {
  return a.is_null() || a.kind == Kind::Str ? a.null : null_of(NullCause::WrongKind);
}

/// How many days it is from date a to date b.
inline Cell days(const Cell& a, const Cell& b) {
  if (const Null null = score::null_among(score::null_as_string(a), score::null_as_string(b)))
    return Cell::none(null);
  const auto from = day_number_of(a.string());
  const auto to = day_number_of(b.string());
  return from && to ? Cell::of(*to - *from) : Cell::none(NullCause::NoDate);
}
inline Cell years(const Cell& a, const Cell& b) {
  return score::divide(score::days(a, b), Cell::of(365.25));
}

/// The first of equal operands; an integer compared with a real is converted, even if it is the
/// result.
inline Cell max(const Cell& a, const Cell& b) {
  const auto greater = [](auto x, auto y) { return Cell::of(y > x ? y : x); };
  return score::of_numbers(a, b, greater, greater);
}
inline Cell min(const Cell& a, const Cell& b) {
  const auto less = [](auto x, auto y) { return Cell::of(y < x ? y : x); };
  return score::of_numbers(a, b, less, less);
}

/// Applies `holds` to two numbers or two strings; strings compare by code point, which is the order
/// of their UTF-8 bytes.
template <class Holds>
Cell compare(const Cell& a, const Cell& b, Holds holds) {
  if (const Null null = score::null_among(a, b)) return Cell::none(null);
  if (a.kind == Kind::Str && b.kind == Kind::Str) return Cell::of(holds(a.string(), b.string()));
  const auto of_numbers_only = [&](auto x, auto y) { return Cell::of(holds(x, y)); };
  return score::of_numbers(a, b, of_numbers_only, of_numbers_only);
}

/// Also accepts two booleans, which are not ordered.
template <class Holds>
Cell compare_equality(const Cell& a, const Cell& b, Holds holds) {
  const bool are_booleans = a.kind == Kind::Bool && b.kind == Kind::Bool;
  if (!are_booleans || a.is_null() || b.is_null()) return score::compare(a, b, holds);
  return Cell::of(holds(a.boolean(), b.boolean()));
}

inline Cell equal(const Cell& a, const Cell& b) {
  return score::compare_equality(a, b, std::equal_to<>());
}
inline Cell not_equal(const Cell& a, const Cell& b) {
  return score::compare_equality(a, b, std::not_equal_to<>());
}
inline Cell less(const Cell& a, const Cell& b) { return score::compare(a, b, std::less<>()); }
inline Cell less_equal(const Cell& a, const Cell& b) {
  return score::compare(a, b, std::less_equal<>());
}
inline Cell greater(const Cell& a, const Cell& b) { return score::compare(a, b, std::greater<>()); }
inline Cell greater_equal(const Cell& a, const Cell& b) {
  return score::compare(a, b, std::greater_equal<>());
}

/// The value if it is of the expected kind, otherwise null.
inline Cell expect(const Cell& a, bool is_expected) {
  return a.is_null() || is_expected ? a : Cell::none(NullCause::WrongKind);
}
inline Cell boolean_of(const Cell& a) { return score::expect(a, a.kind == Kind::Bool); }
inline Cell string_of(const Cell& a) { return score::expect(a, a.kind == Kind::Str); }
inline Cell number_of(const Cell& a) { return score::expect(a, score::is_number(a)); }

/// Selects a or b, field by field: conditions on data are unpredictable, so branches are avoided.
inline Cell choose(bool condition, const Cell& a, const Cell& b) {
  return {condition ? a.payload : b.payload, condition ? a.null : b.null,
          condition ? a.kind : b.kind};
}

/// An operand that decides does so even if the other is null. Of two nulls the left one takes
/// precedence.
inline Cell logical(const Cell& a, const Cell& b, bool decides) {
  const Cell first = score::boolean_of(a);
  const Cell second = score::boolean_of(b);
  const bool first_is_open = (first.null != 0) | (first.boolean() != decides);
  const bool second_decides = (second.null == 0) & (second.boolean() == decides);
  const bool takes_second = first_is_open & (second_decides | (first.null == 0));
  return score::choose(takes_second, second, first);
}
inline Cell logical_and(const Cell& a, const Cell& b) { return score::logical(a, b, false); }
inline Cell logical_or(const Cell& a, const Cell& b) { return score::logical(a, b, true); }
inline Cell logical_not(const Cell& a) {
  const Cell value = score::boolean_of(a);
  return value.is_null() ? value : Cell::of(!value.boolean());
}

/// Selects b or c; a null in the other one does not matter.
inline Cell select(const Cell& condition, const Cell& b, const Cell& c) {
  const Cell holds = score::boolean_of(condition);
  if (holds.is_null()) return holds;
  return score::choose(holds.boolean(), b, c);
}

/// The first operand, or the second where that is null.
inline Cell value_or(const Cell& a, const Cell& b) { return score::choose(a.is_null(), b, a); }

inline Cell if_no_rows(const Cell& a, const Cell& b) {
  return a.null == null_of(NullCause::NoRows) ? b : a;
}

inline Cell of_step(Cell a, std::uint32_t step) {
  a.null = in_step(a.null, step);
  return a;
}

/// Loses the step of a null that arose in one of the steps [begin, end).
inline Cell of_inner(Cell a, std::uint32_t begin, std::uint32_t end) {
  const bool is_inner = is_of_step(a.null) && begin <= step_of(a.null) && step_of(a.null) < end;
  if (is_inner) a.null = null_of(cause_of(a.null));
  return a;
}

/// Aggregates. `left_out` points to the counts of the aggregate's ledger, one per cause.

inline Cell start_count(Kind = Kind::Int) { return Cell::of(std::int64_t{0}); }
inline void add_to_count(Cell& count, std::uint64_t rows) { count.payload += rows; }
/// Counts a row, whatever its value.
inline void add_to_count(Cell& count, const Cell&, std::uint64_t*) {
  score::add_to_count(count, 1);
}

inline Cell start_sum(Kind kind) {
  return kind == Kind::Real ? Cell::of(0.0) : Cell::of(std::int64_t{0});
}

/// Counts a row whose value is null or not a number.
inline void leave_out(const Cell& value, std::uint64_t* left_out) {
  const NullCause cause = value.is_null() ? cause_of(value.null) : NullCause::WrongKind;
  ++left_out[static_cast<std::size_t>(cause)];
}

/// Leaves out values that are null or not a number; but a null attributed to a step makes the sum
/// null permanently, as does a partial sum that overflows. Rows left out are counted even after
/// that.
inline void add_to_sum(Cell& sum, const Cell& value, std::uint64_t* left_out) {
  if (is_of_step(value.null)) {
    if (!sum.is_null()) sum = Cell::none(value.null);
  } else if (value.is_null() || !score::is_number(value)) {
    score::leave_out(value, left_out);
  } else {
    sum = score::add(sum, value);
  }
}

inline Cell start_best(Kind = Kind::Any) { return Cell::none(NullCause::NoRows); }

/// Leaves out values that are null or not a number; missing values are not counted.
template <class Better>
void keep_better(Cell& best, const Cell& value, std::uint64_t* left_out, Better better) {
  if (value.null == null_of(NullCause::Missing)) return;
  if (value.is_null() || !score::is_number(value)) {
    score::leave_out(value, left_out);
  } else {
    best = best.is_null() ? value : better(best, value);
  }
}
inline void keep_max(Cell& best, const Cell& value, std::uint64_t* left_out) {
  score::keep_better(best, value, left_out,
                     [](const Cell& a, const Cell& b) { return score::max(a, b); });
}
inline void keep_min(Cell& best, const Cell& value, std::uint64_t* left_out) {
  score::keep_better(best, value, left_out,
                     [](const Cell& a, const Cell& b) { return score::min(a, b); });
}

/// Folds over groups: `add` takes the value of a group whose condition holds. A null of a step
/// outside the group makes the result null permanently, as does a partial sum that overflows; any
/// other null leaves the group out, which is counted in `left_out`, even after that.

/// Whether a result stays null, whatever other groups have.
inline bool is_null_for_good(const Cell& result) {
  return result.is_null() && result.null != null_of(NullCause::NoGroup);
}

/// Whether a group's condition or value is a value; if not, what that makes of the result.
inline bool is_there(Cell& result, const Cell& operand, std::uint64_t* left_out) {
  if (!operand.is_null()) return true;
  if (!is_of_step(operand.null)) {
    score::leave_out(operand, left_out);
  } else if (!score::is_null_for_good(result)) {
    result = Cell::none(operand.null);
  }
  return false;
}

template <class Add>
Cell fold(Cell result, const Cell& condition, const Cell& value, std::uint64_t* left_out, Add add) {
  const Cell holds = score::boolean_of(condition);
  if (!score::is_there(result, holds, left_out) || !holds.boolean()) return result;
  const Cell number = score::number_of(value);
  const bool has_number = score::is_there(result, number, left_out);
  return has_number && !score::is_null_for_good(result) ? add(result, number) : result;
}
inline Cell fold_count(const Cell& result, const Cell& condition, const Cell& value,
                       std::uint64_t* left_out) {
  return score::fold(result, condition, value, left_out,
                     [](const Cell& count, const Cell&) { return Cell::of(count.integer() + 1); });
}
inline Cell fold_sum(const Cell& result, const Cell& condition, const Cell& value,
                     std::uint64_t* left_out) {
  return score::fold(result, condition, value, left_out,
                     [](const Cell& sum, const Cell& each) { return score::add(sum, each); });
}
inline Cell fold_max(const Cell& result, const Cell& condition, const Cell& value,
                     std::uint64_t* left_out) {
  return score::fold(result, condition, value, left_out, [](const Cell& best, const Cell& each) {
    return best.is_null() ? each : score::max(best, each);
  });
}
inline Cell fold_min(const Cell& result, const Cell& condition, const Cell& value,
                     std::uint64_t* left_out) {
  return score::fold(result, condition, value, left_out, [](const Cell& best, const Cell& each) {
    return best.is_null() ? each : score::min(best, each);
  });
}

inline Cell is_candidate(const Cell& condition, const Cell& value) {
  const Cell holds = score::boolean_of(condition);
  return Cell::of(!holds.is_null() && holds.boolean() && !score::number_of(value).is_null());
}
/// A fold keeps its result unless the new value is better, so a change shows a better one.
inline Cell is_new_best(const Cell& before, const Cell& after) {
  if (before.is_null() || after.is_null()) return Cell::of(before.is_null() && !after.is_null());
  const Cell differs = score::not_equal(before, after);
  return Cell::of(differs.boolean());
}
inline Cell label_of(const Cell& best, const Cell& label) {
  return best.is_null() ? Cell::none(best.null) : label;
}
inline Cell if_no_group(const Cell& a, const Cell& b) {
  return a.null == null_of(NullCause::NoGroup) ? b : a;
}

}  // namespace seedc::language::score
