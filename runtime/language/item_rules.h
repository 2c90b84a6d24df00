// The conditions on items, decided for one value (semantics.md section 3, item_meta and
// item_meta_hours). A condition of another stage is an error of the caller: std::logic_error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/language/conditions.h"

namespace seedc {

/// The path that a condition of stage Items looks at.
const Path& item_path(const Condition& condition);

/// What decided, of the value that was met.
enum class ItemReason : std::uint8_t {
  Missing,          ///< there is no value (rules 1, 2 and 4)
  HasText,          ///< the text of `contains` or `not_contains` is in it
  LacksText,        ///< and is not
  MatchesUnwanted,  ///< it matches `not_true`
  Entries,          ///< a dict of booleans, whatever is asked for: one of them is true, or none
  Boolean,          ///< nothing is asked for, and it is true or false
  NotBoolean,       ///< nothing is asked for, and it is neither
  MatchesTrue,      ///< it matches the operand `true`
  MatchesFalse,     ///< the operand `false`
  MatchesNone,      ///< neither of them, or not `not_true`
  NoHours,          ///< there are no hours
  UnreadableHours,
  Hours,  ///< hours that contain those asked for, or not
};

struct ItemVerdict {
  Tri value;
  ItemReason reason;
};

/// Decides a condition for one value.
ItemVerdict decide_one(const Condition& condition, const Value& value);

/// One verdict per value: bit 0 for +1, bit 1 for -1 (runtime/contract/kernel.h, Lookup). `texts`
/// are the texts of the values, which conditions on the same values share.
std::vector<std::uint8_t> decide(const Condition& condition, std::span<const Value> values,
                                 std::span<const std::string> texts);

}  // namespace seedc
