// Bounds as people and as machines read them.
#include "engine/report/bounds.h"

#include <gtest/gtest.h>

#include <limits>

namespace seedc::report {
namespace {

using bounds::Bound;
using language::Cell;
using language::NullCause;

TEST(BoundText, RoundsOutwards) {
  EXPECT_EQ(bound_text(Bound::reals(4.20001, 8.99999)), "[4.2, 9.0]");
  EXPECT_EQ(bound_text(Bound::reals(-0.0, 1e-9)), "[0.0, 0.0001]");
  EXPECT_EQ(bound_json(Bound::reals(4.20001, 9.0)), R"({"lower":4.20001,"upper":9.0})");
  EXPECT_EQ(bound_json(Bound::reals(-0.0, 0.0)), R"({"lower":0.0,"upper":0.0})");
}

TEST(BoundText, ListsTexts) {
  const std::string high = "high", medium = "medium";
  Bound bound = Bound::of(Cell::of(&medium));
  bound.add(Cell::of(&high));
  EXPECT_EQ(bound_text(bound), "{high, medium}");
  EXPECT_EQ(bound_json(bound), R"({"values":["high","medium"]})");
}

TEST(BoundText, KeepsNullsApart) {
  Bound bound = Bound::integers(0, 3);
  bound.add(Cell::none(NullCause::NoRows));
  bound.add(Cell::none(NullCause::Missing));
  EXPECT_EQ(bound_text(bound), "[0, 3] or null");
  EXPECT_EQ(bound_json(bound), R"({"lower":0,"upper":3,"values":[null]})");
}

TEST(BoundText, HasNoEndsOfTypes) {
  using Limits = std::numeric_limits<double>;
  EXPECT_EQ(bound_text(Bound::all_integers()), "any number");
  EXPECT_EQ(bound_text(Bound::reals(0, Limits::max())), "[0.0, …]");
  EXPECT_EQ(bound_json(Bound::reals(0, Limits::max())), R"({"lower":0.0,"upper":null})");
  EXPECT_EQ(bound_text(Bound::all_texts()), "any text");
  EXPECT_EQ(bound_json(Bound::all_texts()), R"({"values":null})");
  EXPECT_EQ(bound_text(Bound()), "not settled");
  EXPECT_EQ(bound_json(Bound()), R"({"values":null})");
}

}  // namespace
}  // namespace seedc::report
