// Which items one condition alone keeps out of a request, or in it: for all items at once, 64 in a
// step.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/explain/changes.h"
#include "engine/explain/logic.h"
#include "runtime/base/call.h"
#include "runtime/base/limits.h"
#include "runtime/exec/planes.h"

namespace seedc::explain {

/// The items whose result turns when one condition changes: those that would match, and matches
/// other than the gold item that no longer would.
struct NearMisses {
  struct Item {
    std::uint32_t item = 0;
    language::Tri now = language::Tri::Unknown;  ///< the request's value
    std::vector<Change> changes;  ///< each of which suffices, as the request has its conditions
  };
  std::vector<Item> items;  ///< in the dataset's order
  std::uint64_t matches = 0;
  bool gave_up = false;  ///< the request has so many conditions that it would take too long
};

/// `conditions`: the planes 2c and 2c + 1 are those of condition c. `gold`: the item that alone
/// should match; without one, no match counts as one too many, and matches are not reported.
/// Checks the call at every 64 items.
NearMisses near_misses(const Logic& logic, const exec::Planes& conditions,
                       std::optional<std::uint32_t> gold, const base::Call& call = {});

/// The maximum number of steps of `near_misses`. A step is a node or an argument, for 64 items,
/// with one condition changed.
constexpr double kMostNearMissSteps = static_cast<double>(base::limits::kNearMissSteps);

}  // namespace seedc::explain
