// Matches: those of planes, item by item as the planes say, and listed ones as they are listed.
#include "engine/report/matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>

#include "test/support/planes.h"

namespace seedc::report {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

TEST(Matches, OfPlanesAreTheItemsThatAreYes) {
  for (const std::uint32_t count : {1u, 63u, 64u, 65u, 600u}) {
    exec::Planes planes(2, count);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t item = 0; item < count; ++item) {
      const bool is_match = item % 63 == 0 || item + 1 == count || (item > 130 && item < 140);
      if (is_match) expected.push_back(item);
      support::set_bit(planes, is_match ? 0 : 1, item);
    }
    planes.pointers()[0][planes.words() - 1] |= ~std::uint64_t{0} << 63;  // padding
    const exec::PlaneValues values(planes, 0);
    const Matches matches(values);
    EXPECT_EQ(matches.size(), expected.size());
    EXPECT_THAT(matches.list(), ElementsAreArray(expected));
    EXPECT_EQ(matches.front(), 0u);
  }
}

TEST(Matches, MayBeNone) {
  const exec::Planes planes(2, 100);
  const Matches matches{exec::PlaneValues(planes, 0)};
  EXPECT_TRUE(matches.empty());
  EXPECT_EQ(matches.begin(), matches.end());
  const Matches none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.begin(), none.end());
}

TEST(Matches, AreListedInTheirOwnOrder) {
  Matches matches(std::vector<std::uint32_t>{7, 3});
  matches.add(5);
  EXPECT_THAT(matches.list(), ElementsAre(7, 3, 5));
  EXPECT_EQ(matches.size(), 3u);
  EXPECT_EQ(std::ranges::distance(matches | std::views::take(2)), 2);
}

}  // namespace
}  // namespace seedc::report
