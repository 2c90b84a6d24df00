// Finds the changes that would turn a result: the smallest sets of conditions whose change makes a
// request +1 at an item where it is not, or anything else at one where it is.
//
//   AND(no_tv -1, OR(cozy -1, live_music 0))   ->   {no_tv, cozy}, {no_tv, live_music}
//
// A condition is one however often it occurs, and has one value everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explain/logic.h"
#include "engine/prove/smallest.h"
#include "runtime/base/call.h"
#include "runtime/language/tri.h"

namespace seedc::explain {

/// A condition that changes. Any of its values in `needs` turns the result, together with any of
/// those of the other conditions in its set.
struct Change {
  std::uint32_t condition = 0;
  language::Tri now = language::Tri::Unknown;
  std::vector<language::Tri> needs;  ///< the plainest first
};

struct ChangeLimits {
  std::uint64_t steps = 200'000'000;  ///< of the search, one per argument that it looks at
  std::size_t sets = 100;
};

struct SmallestChanges {
  /// Impossible: whatever the conditions' values, the result does not turn. GaveUp: the limit of
  /// steps was reached; no set is smaller than `size`.
  using Outcome = prove::Smallest::Outcome;
  Outcome outcome = Outcome::Found;
  std::size_t size = 0;                   ///< how many conditions are in each of the smallest sets
  std::vector<std::vector<Change>> sets;  ///< of that size, in the order of the request
  bool has_more = false;                  ///< a limit was reached before all of them were found
};

/// `conditions`: the value of each condition by its number. What is found is exact: no smaller set
/// turns the result. Checks the call as it searches.
SmallestChanges smallest_changes(const Logic& logic, std::span<const language::Tri> conditions,
                                 const ChangeLimits& limits = {}, const base::Call& call = {});

}  // namespace seedc::explain
