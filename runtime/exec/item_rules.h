// The conditions on items, decided for one value (semantics.md section 3, item_meta and
// item_meta_hours).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc {

/// The path that a condition of stage Items looks at.
const Path& item_path(const plan::Condition& condition);

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
ItemVerdict decide_one(const plan::Condition& condition, const Value& value);

/// One verdict a distinct value of the column: bit 0 for +1, bit 1 for -1
/// (runtime/contract/kernel.h, Lookup). `texts` are the texts of the values, which conditions on
/// the same column share.
std::vector<std::uint8_t> decide(const plan::Condition& condition, const Column& column,
                                 const std::vector<std::string>& texts);

}  // namespace seedc
