// Decides conditions on items for single values (semantics.md section 3, item_meta and
// item_meta_hours). Passing a condition of another stage is a bug in the caller: std::logic_error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/language/conditions.h"

namespace seedc::language {

/// The path that a condition of stage Items reads.
const Path& item_path(const Condition& condition);
/// The path that its program names: `item_path`, or below it the key of a day.
Path asked_path(const Condition& condition);

/// Which rule decided.
enum class ItemReason : std::uint8_t {
  Missing,          ///< the value is absent (rules 1, 2 and 4)
  Number,           ///< it is a number, which meets the bounds or does not
  NotANumber,       ///< bounds are given, and it is not a number
  HasText,          ///< it contains the text of `contains` or `not_contains`
  LacksText,        ///< it does not
  MatchesUnwanted,  ///< it matches `not_true`
  Entries,          ///< it is a dict of booleans: one of them is true, or none is
  Boolean,          ///< no operand is given, and it is true or false
  NotBoolean,       ///< no operand is given, and it is neither
  MatchesTrue,      ///< it matches the operand `true`
  MatchesFalse,     ///< it matches the operand `false`
  MatchesNone,      ///< it matches neither, or does not match `not_true`
  Equality,         ///< whether it is equal to `is`
  NoHours,          ///< the item has no hours
  UnreadableHours,
  EqualEnds,      ///< its hours begin and end at the same time
  Hours,          ///< whether its hours are as requested
  NightAfter,     ///< its hours are as requested in the night that follows the day
  OpenThatDay,    ///< it has hours that day
  ClosedThatDay,  ///< it has none that day, but has some on another
};

struct ItemVerdict {
  Tri value;
  ItemReason reason;
};

/// Decides a condition for one value, which is the one at its `item_path`.
ItemVerdict decide_one(const Condition& condition, const Value& value);

/// One bound of a condition on a number.
struct Bound {
  Comparison sign;
  double value;
};
/// The bounds that are given, in the order of the options.
std::vector<Bound> bounds_of(const MetaNumber& condition);
bool meets(double number, const Bound& bound);
/// Holds of the other numbers: `< 4.5` for `>= 4.5`.
Bound opposite(const Bound& bound);

/// The days of a dict of hours, other than `day`, that have hours of some length.
std::vector<std::string> other_days(const Value& days, const std::string& day);

/// The hours of the day that the condition asks about, as read, of the value at its `item_path`.
Value hours_of_day(const HoursClosed& condition, const Value& value);

/// One verdict per value: bit 0 for +1, bit 1 for -1 (runtime/contract/kernel.h, Lookup). `texts`
/// holds the texts of the values, shared by all conditions on the same values.
std::vector<std::uint8_t> decide(const Condition& condition, std::span<const Value> values,
                                 std::span<const std::string> texts);

}  // namespace seedc::language
