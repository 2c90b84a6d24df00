// Adds up, for each value of an item, how likely each number of other items comes before it.
#include "engine/rank_chances.h"

#include <algorithm>

#include "engine/report/cells.h"

namespace seedc::engine {
namespace {

using bounds::Chance;
using language::Cell;

/// An item's values in the order of the ranking.
struct RankedValues {
  std::vector<Cell> values;
  std::vector<double> up_to;  ///< the probability of one of the values before each, and of all
};

RankedValues ranked_values(const bounds::OutputChances& item, bool descending) {
  std::vector<Chance> chances = item.chances;
  std::ranges::sort(chances, [&](const Chance& a, const Chance& b) {
    return report::comes_before(a.value, b.value, descending);
  });
  RankedValues ranked{.values = {}, .up_to = {0}};
  for (const Chance& chance : chances) {
    ranked.values.push_back(chance.value);
    ranked.up_to.push_back(ranked.up_to.back() + chance.probability);
  }
  return ranked;
}

/// The probability that an item comes before a value of another one, which it also does where they
/// are equal if it is `earlier` in the data.
double chance_before(const RankedValues& item, const Cell& value, bool earlier, bool descending) {
  const auto before = [&](const Cell& a, const Cell& b) {
    return report::comes_before(a, b, descending);
  };
  const auto end = earlier ? std::ranges::upper_bound(item.values, value, before)
                           : std::ranges::lower_bound(item.values, value, before);
  return std::min(1.0, item.up_to[static_cast<std::size_t>(end - item.values.begin())]);
}

/// The probability that `top` other items come before the value: 0, without the rounding that its
/// complement would have, where fewer can.
double chance_to_leave(const std::vector<RankedValues>& items, std::uint32_t item,
                       const Cell& value, std::size_t top, bool descending) {
  std::vector<double> counts(top + 1);  // How likely so many items come before it; last, or more.
  counts[0] = 1;
  for (std::uint32_t other = 0; other < items.size(); ++other) {
    const double before =
        other == item ? 0 : chance_before(items[other], value, other < item, descending);
    if (before == 0) continue;
    counts[top] += counts[top - 1] * before;
    for (std::size_t count = top - 1; count > 0; --count)
      counts[count] = counts[count] * (1 - before) + counts[count - 1] * before;
    counts[0] *= 1 - before;
  }
  return counts[top];
}

}  // namespace

std::vector<double> leaving_chances(std::span<const bounds::OutputChances> items,
                                    std::span<const std::uint32_t> order, std::size_t top,
                                    bool descending, const base::Call& call) {
  std::vector<RankedValues> ranked;
  for (const bounds::OutputChances& item : items) ranked.push_back(ranked_values(item, descending));
  std::vector<double> leaving;
  for (const std::uint32_t item : order.first(std::min(top, order.size()))) {
    double leaves = 0;
    for (const Chance& chance : items[item].chances) {
      call.check();
      leaves += chance.probability * chance_to_leave(ranked, item, chance.value, top, descending);
    }
    leaving.push_back(std::min(1.0, leaves));
  }
  return leaving;
}

}  // namespace seedc::engine
