// The cheapest sets of conditions that together let no other item pass: weighted set cover by
// branch and bound, on bit planes.
//
//   conditions that the item meets, each with its cost and the items that also pass it
//   -> AND(drive_thru, no_tv), AND(cozy_reviews, no_tv), …, the cheapest first
//
// The search branches on the item that is hardest to keep out. It works on the hardest few items;
// whatever keeps those out is compared with all, and an item that it lets pass joins them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/suggest/bits.h"
#include "runtime/base/call.h"

namespace seedc::suggest {

/// A condition that the wanted item meets.
struct Candidate {
  std::uint32_t cost = 0;
  BitsView passes;  ///< the items that it lets pass; the wanted item is ignored
};

struct CoverTask {
  std::span<const Candidate> candidates;
  BitsView others;                   ///< the items to keep out
  std::vector<std::size_t> fixed{};  ///< candidates that every set has
  std::size_t count = 1;             ///< how many sets
  std::size_t least_size = 0;        ///< the smallest number of conditions in a set
  std::size_t depth = 5;             ///< the largest
  std::uint32_t below = kAnyCost;    ///< every set costs less than this
  std::uint64_t steps = kSteps;      ///< the search ends after so many branches
  base::Call call = {};              ///< checked now and then

  static constexpr std::uint64_t kSteps = 200'000;
  static constexpr std::uint32_t kAnyCost = std::numeric_limits<std::uint32_t>::max();
};

/// A set of candidates, of which none could be left out.
struct Cover {
  std::vector<std::size_t> chosen;  ///< candidates, by their number
  std::uint32_t cost = 0;           ///< the sum of theirs
};

struct Covers {
  std::vector<Cover> covers;  ///< by cost, then by size
  bool is_complete = true;    ///< the search was not ended by its steps: none is cheaper
};

/// The cheapest sets that keep out all others, none of which has a redundant condition. The empty
/// set if there is nobody to keep out and nothing is fixed.
Covers cheapest_covers(const CoverTask& task);

/// Those of the others that every candidate lets pass: nothing tells them from the wanted item.
Bits inseparable(std::span<const Candidate> candidates, BitsView others);

/// Whether one of the chosen could be left out: what it keeps out, the rest does too.
bool has_redundant(std::span<const Candidate> candidates, std::span<const std::size_t> chosen,
                   BitsView others);

}  // namespace seedc::suggest
