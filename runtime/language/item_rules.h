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

/// Which rule decided.
enum class ItemReason : std::uint8_t {
  Missing,          ///< the value is absent (rules 1, 2 and 4)
  HasText,          ///< it contains the text of `contains` or `not_contains`
  LacksText,        ///< it does not
  MatchesUnwanted,  ///< it matches `not_true`
  Entries,          ///< it is a dict of booleans: one of them is true, or none is
  Boolean,          ///< no operand is given, and it is true or false
  NotBoolean,       ///< no operand is given, and it is neither
  MatchesTrue,      ///< it matches the operand `true`
  MatchesFalse,     ///< it matches the operand `false`
  MatchesNone,      ///< it matches neither, or does not match `not_true`
  NoHours,          ///< the item has no hours
  UnreadableHours,
  Hours,  ///< whether its hours contain the requested range
};

struct ItemVerdict {
  Tri value;
  ItemReason reason;
};

/// Decides a condition for one value.
ItemVerdict decide_one(const Condition& condition, const Value& value);

/// One verdict per value: bit 0 for +1, bit 1 for -1 (runtime/contract/kernel.h, Lookup). `texts`
/// holds the texts of the values, shared by all conditions on the same values.
std::vector<std::uint8_t> decide(const Condition& condition, std::span<const Value> values,
                                 std::span<const std::string> texts);

}  // namespace seedc::language
