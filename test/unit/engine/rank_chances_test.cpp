// Chances to leave the first of a ranking against all combinations of the items' values.
#include "engine/rank_chances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include "engine/report/requests.h"

namespace seedc::engine {
namespace {

using bounds::Chance;
using bounds::OutputChances;
using language::Cell;

Cell random_value(std::mt19937_64& random) {
  constexpr std::uint64_t kValues = 5;
  const std::uint64_t number = random() % kValues;
  return number == 0 ? Cell::none(language::NullCause::Missing)
                     : Cell::of(static_cast<std::int64_t>(number));
}

OutputChances random_item(std::mt19937_64& random) {
  OutputChances item{.now = random_value(random), .chances = {}, .flips = 0};
  const std::size_t count = 1 + random() % 3;
  double left = 1;
  while (item.chances.size() < count) {
    const Cell value = random_value(random);
    const auto is_it = [&](const Chance& c) { return bounds::is_one_value(c.value, value); };
    if (std::ranges::any_of(item.chances, is_it)) continue;
    const double share = item.chances.size() + 1 == count ? left : left / 4;
    item.chances.push_back({value, share});
    left -= share;
  }
  return item;
}

std::vector<std::uint32_t> order_of(const std::vector<Cell>& values, bool descending) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  report::order_items(order, values, descending);
  return order;
}

/// How likely each item is not among the first, by trying everything.
std::vector<double> tried(const std::vector<OutputChances>& items, std::size_t top,
                          bool descending) {
  std::vector<double> leaving(items.size());
  std::vector<Cell> values(items.size());
  const std::function<void(std::size_t, double)> choose = [&](std::size_t item, double chance) {
    if (item == items.size()) {
      const std::vector<std::uint32_t> order = order_of(values, descending);
      for (std::size_t place = top; place < order.size(); ++place) leaving[order[place]] += chance;
      return;
    }
    for (const Chance& each : items[item].chances) {
      values[item] = each.value;
      choose(item + 1, chance * each.probability);
    }
  };
  choose(0, 1);
  return leaving;
}

TEST(RankChances, AreThoseOfAllCombinations) {
  std::mt19937_64 random(1);
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<OutputChances> items(1 + random() % 6);
    std::vector<Cell> now;
    for (OutputChances& item : items) now.push_back((item = random_item(random)).now);
    const std::size_t top = 1 + random() % 4;
    const bool descending = random() % 2 == 0;
    const std::vector<std::uint32_t> order = order_of(now, descending);
    const std::vector<double> expected = tried(items, top, descending);
    const std::vector<double> leaving = leaving_chances(items, order, top, descending, {});
    ASSERT_EQ(leaving.size(), std::min(top, items.size()));
    for (std::size_t place = 0; place < leaving.size(); ++place) {
      EXPECT_NEAR(leaving[place], expected[order[place]], 1e-12);
      EXPECT_EQ(leaving[place] == 0, expected[order[place]] == 0);
    }
  }
}

}  // namespace
}  // namespace seedc::engine
