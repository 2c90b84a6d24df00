// The excerpt around a match.
#include "engine/report/explain_review.h"

#include <gtest/gtest.h>

#include "engine/report/table.h"
#include "runtime/text/pattern_set.h"

namespace seedc::report {
namespace {

TEST(Excerpt, ShowsTheMatchBetweenItsNeighbours) {
  EXPECT_EQ(excerpt("so cozy here", {3, 7}, 80, false), "so «cozy» here");
  EXPECT_EQ(excerpt("so cozy here", {3, 7}, 80, true), "so \x1b[1;33mcozy\x1b[0m here");
}

TEST(Excerpt, IsOneLine) {
  EXPECT_EQ(excerpt("so\n\n cozy\there", {5, 9}, 80, false), "so «cozy» here");
}

TEST(Excerpt, CutsBetweenCharacters) {
  const std::string text = "ééééééééééééé cozy ééééééééééééé";
  EXPECT_EQ(excerpt(text, {27, 31}, 28, false), "…ééééééééé «cozy» ééééééééé…");
}

TEST(Wrapped, FillsLines) {
  EXPECT_EQ(wrapped("one two three", 2, 10), "  one two\n  three\n");
  EXPECT_EQ(wrapped("unbreakable", 2, 8), "  unbreakable\n");
}

TEST(Places, AreAllMatchesOneBehindTheOther) {
  const auto set =
      text::PatternSet::compile(std::vector<language::Pattern>{{"aa|", "aa|"}}).value();
  auto scratch = set.make_scratch();
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const text::TextPlace& place : set.places("aaaéa", 0, scratch))
    places.emplace_back(place.begin, place.end);
  EXPECT_EQ(places, (std::vector<std::pair<std::size_t, std::size_t>>{
                        {0, 2}, {2, 2}, {3, 3}, {5, 5}, {6, 6}}));
}

}  // namespace
}  // namespace seedc::report
