// What would turn a request's result: at one item the smallest sets of conditions, over all items
// those that one condition alone keeps out or in.
//
// As JSON, a list with one object per request. Of one item:
//
//   {"id": "R33", "item": ID, "name": NAME, "value": 1, 0 or -1, "goal": "yes" or "not yes",
//    "outcome": "found", "impossible" or "gave_up",
//    "size": N,               conditions in each set; if gave_up, no set is smaller
//    "has_more": BOOL,        a limit was reached before all sets of that size were found
//    "sets": [[{"condition": NAME, "now": 1, 0 or -1, "needs": [VALUE],
//               "met": TEXT, "asked": TEXT}]]}
//
// A set turns the result with any of the values that its conditions need. Of all items:
//
//   {"id": "R33", "items": N, "matches": N, "gave_up": BOOL, "gold": ID or null,
//    "misses": [{"item": ID, "name": NAME, "is_gold": BOOL, "value": …,     one change suffices
//                "changes": [{"condition": NAME, "now": …, "needs": [VALUE]}]}],
//    "extra": […],            the same of matches that are not the gold
//    "conditions": [{"condition": NAME, "misses": N}]}                     the most first
//
// and {"id": …, "error": true} for a request that does not compile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/explain/changes.h"
#include "engine/explain/condition_facts.h"
#include "engine/explain/logic.h"
#include "engine/explain/near_misses.h"
#include "engine/report/layout.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc::report {

/// The conditions that changes refer to by their numbers, and their names in one request. The plan
/// and the logic outlive it.
class ConditionTable {
 public:
  ConditionTable(const contract::Plan& conditions, const explain::Logic& logic);
  const language::Condition& condition(const explain::Change& change) const;
  const std::string& name(std::uint32_t condition) const { return *names_.at(condition); }

 private:
  const contract::Plan& conditions_;
  std::unordered_map<std::uint32_t, const std::string*> names_;
};

/// What turns a request at one item.
struct ItemWhy {
  std::string id;
  language::Tri value = language::Tri::Unknown;
  explain::SmallestChanges smallest;
};

std::string why_text(const ItemWhy& why, const ConditionTable& table,
                     const std::vector<explain::ConditionFacts>& facts, const Layout& layout = {});
std::string why_json(const ItemWhy& why, const ConditionTable& table,
                     const std::vector<explain::ConditionFacts>& facts,
                     const data::Dataset& dataset, std::uint32_t item);

/// The near misses of a request among all items.
struct RequestWhy {
  std::string id;
  std::optional<std::uint32_t> gold;  ///< if the data has it
  explain::NearMisses misses;
};

/// Lists at most `top` items of each kind.
std::string near_misses_text(const RequestWhy& why, const ConditionTable& table,
                             const data::Dataset& dataset, std::size_t top,
                             const Layout& layout = {});
std::string near_misses_json(const RequestWhy& why, const ConditionTable& table,
                             const data::Dataset& dataset, std::size_t top);

}  // namespace seedc::report
