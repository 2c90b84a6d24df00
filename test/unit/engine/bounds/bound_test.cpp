// Sets of values: what is added is contained, once.
#include "engine/bounds/bound.h"

#include <gtest/gtest.h>

namespace seedc::bounds {
namespace {

using language::Cell;
using language::NullCause;

TEST(Bound, HasAValueOnce) {
  Bound bound = Bound::of(Cell::of(std::int64_t{2}));
  bound.add(Cell::of(std::int64_t{2}));
  ASSERT_NE(bound.only(), nullptr);
  bound.add(Cell::of(2.0));
  EXPECT_EQ(bound.only(), nullptr);
  EXPECT_EQ(bound.values().size(), 2U);
}

TEST(Bound, ARangeTakesUpItsValues) {
  Bound bound = Bound::of(Cell::of(std::int64_t{2}));
  bound.add(Range<std::int64_t>{1, 4});
  EXPECT_TRUE(bound.values().empty());
  EXPECT_EQ(bound, Bound::integers(1, 4));
  EXPECT_FALSE(bound.contains(Cell::of(std::int64_t{5})));
  EXPECT_FALSE(bound.contains(Cell::of(2.0)));
}

TEST(Bound, TellsZerosAndCausesApart) {
  const Bound bound = Bound::of(Cell::of(0.0));
  EXPECT_FALSE(bound.contains(Cell::of(-0.0)));
  EXPECT_FALSE(Bound::of(Cell::none(NullCause::Missing)).contains(Cell::none(NullCause::NoRows)));
  EXPECT_TRUE(is_before(-0.0, 0.0));
}

TEST(Bound, IsNumbersIfThereIsNothingElse) {
  Bound bound = Bound::integers(1, 4);
  bound.add(Range<double>{-0.5, 2.0});
  EXPECT_EQ(bound.as_numbers(), (Range<double>{-0.5, 4.0}));
  bound.add_all_texts();
  EXPECT_FALSE(bound.as_numbers());
}

}  // namespace
}  // namespace seedc::bounds
