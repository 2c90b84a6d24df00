// A value at one path of an item at which conditions have the values that are asked for, or the
// proof that there is none.
//
// The values of JSON fall into a few kinds: missing, booleans, numbers, texts that are numbers,
// opening hours, dicts of booleans, and everything else. Within a kind the rules of
// runtime/language look at nothing but which texts occur in the value's text, which numbers it is
// equal to or between, and where its hours begin and end. So a few values stand for all of a kind,
// and each that is tried is decided by the rules themselves. Only where a kind is ruled out does
// this file know what the rules look at.
#pragma once

#include <string>
#include <vector>

#include "engine/prove/answer.h"
#include "engine/prove/budget.h"
#include "engine/prove/demand.h"
#include "runtime/language/value.h"

namespace seedc::prove {

/// What is at a path, as it is read.
struct ItemValue {
  language::Value value = {};
  /// Another entry of the dict around it has opening hours, which hours.closed looks at.
  bool has_other_days = false;
};

struct FoundValue {
  Answer answer = Answer::GaveUp;
  ItemValue value = {};
  std::string reason = {};  ///< why the search gave up
};

/// All conditions are on items and have the same asked_path. With `entries`, which other paths
/// need, only dicts with these entries are looked at, and nothing is impossible.
FoundValue find_item_value(const std::vector<Demand>& demands, const language::Dict& entries,
                           Budget& budget);

/// The value of a condition on items.
language::Tri decide_item(const language::Condition& condition, const ItemValue& value);

/// JSON that is read as the value.
language::Value written_for_item(const language::Value& value);

}  // namespace seedc::prove
