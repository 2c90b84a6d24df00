// Lists of rows: their order, what is left out, and what is counted.
#include "runtime/exec/lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace seedc::exec {
namespace {

using contract::ListSource;
using contract::ListSpec;
using language::Cell;
using language::NullCause;
using language::Value;
using testing::ElementsAre;

constexpr ListSource kNumber{ListSource::Of::Data, 0};  ///< of the row: 0, 1, 2, …
constexpr ListSource kValue{ListSource::Of::Data, 1};
constexpr ListSource kComputed{ListSource::Of::Kept, 0};
constexpr ListSource kChosen{ListSource::Of::Kept, 1};

/// Rows whose values are those of a column of the data, or computed ones.
class Rows {
 public:
  explicit Rows(std::vector<Value> values) : values_(std::move(values)) {
    for (std::size_t i = 0; i < values_.size(); ++i) numbers_.emplace_back(static_cast<int>(i));
    chosen_.assign(values_.size(), Cell::of(true));
    computed_.assign(values_.size(), Cell());
  }
  static Rows computed(std::vector<Cell> cells) {
    Rows rows{std::vector<Value>(cells.size())};
    rows.computed_ = std::move(cells);
    return rows;
  }
  Rows choosing(std::vector<bool> rows) && {
    for (std::size_t i = 0; i < rows.size(); ++i) chosen_[i] = Cell::of(bool{rows[i]});
    return std::move(*this);
  }

  ItemList list(const ListSpec& spec) const {
    return make_list(spec, {.count = static_cast<std::uint32_t>(values_.size()),
                            .value_of = [&](std::uint32_t load, std::uint32_t row) -> const Value& {
                              return load == 0 ? numbers_[row] : values_[row];
                            },
                            .kept =
                                [&](std::uint32_t column) {
                                  return ScoreColumn{
                                      column == 0 ? computed_.data() : chosen_.data(), 1};
                                }});
  }

  /// The numbers of the rows as they are ordered by their values.
  std::vector<std::uint32_t> order(bool descending, ListSource by = kValue) const {
    return list({.values = {kNumber}, .order = by, .descending = descending, .limit = 1000}).rows;
  }

 private:
  std::vector<Value> numbers_;
  std::vector<Value> values_;
  std::vector<Cell> computed_, chosen_;
};

const Value kNull;
const Value kList = language::List{1, "a"};
const Value kObject = language::Dict{{"a", 1}};

TEST(Lists, AreInReviewOrderWithoutAnOther) {
  const Rows rows({5, "b", kNull, 1});
  EXPECT_THAT(rows.list({.values = {kNumber}}).values, ElementsAre(0, 1, 2, 3));
}

TEST(Lists, PutNumbersBeforeStringsBeforeAllElseAndMissingOnesLast) {
  const Rows rows({kNull, true, "b", 2, kList, 1.5, "a", kObject, false, kNull, -1});
  EXPECT_THAT(rows.order(false), ElementsAre(10, 5, 3, 6, 2, 1, 4, 7, 8, 0, 9));
  EXPECT_THAT(rows.order(true), ElementsAre(3, 5, 10, 2, 6, 1, 4, 7, 8, 0, 9));
}

TEST(Lists, KeepTheOrderOfEqualRowsInBothDirections) {
  const Rows rows({1, 1.0, 0, "x", -0.0, "x", 1});
  EXPECT_THAT(rows.order(false), ElementsAre(2, 4, 0, 1, 6, 3, 5));
  EXPECT_THAT(rows.order(true), ElementsAre(0, 1, 6, 2, 4, 3, 5));
}

TEST(Lists, CompareNumbersExactly) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  const Rows rows({large, static_cast<double>(large - 1), large + 1, INT64_MAX, 0x1p63, INT64_MIN});
  EXPECT_THAT(rows.order(false), ElementsAre(5, 1, 0, 2, 3, 4));
  EXPECT_THAT(rows.order(true), ElementsAre(4, 3, 2, 0, 1, 5));
}

TEST(Lists, CompareStringsByCodePoint) {
  const Rows rows({"é", "Z", "a", "", "\xF0\x9F\x8D\x95", "\xEF\xBF\xBD", "10", "9"});
  EXPECT_THAT(rows.order(false), ElementsAre(3, 6, 7, 1, 2, 0, 5, 4));
}

TEST(Lists, OrderByWhatIsComputed) {
  const std::string text = "t";
  const Rows rows =
      Rows::computed({Cell::none(NullCause::DivisionByZero), Cell::of(&text), Cell::of(2.5),
                      Cell::of(true), Cell::of(std::int64_t{2}), Cell::none(NullCause::Missing)});
  EXPECT_THAT(rows.order(false, kComputed), ElementsAre(4, 2, 1, 3, 0, 5));
  EXPECT_THAT(rows.order(true, kComputed), ElementsAre(2, 4, 1, 3, 0, 5));
}

TEST(Lists, LeaveOutMissingValuesBeforeTheLimit) {
  const ItemList list = Rows({kNull, 7, kNull, 8, 9}).list({.values = {kValue}, .limit = 2});
  EXPECT_THAT(list.values, ElementsAre(7, 8));
  EXPECT_THAT(list.rows, ElementsAre(1, 3));
  EXPECT_EQ(list.selected, 5U);
  EXPECT_EQ(list.without_value, 2U);
  EXPECT_EQ(list.ledger.beyond_limit, 1U);
}

TEST(Lists, HaveNullsInObjects) {
  const ItemList list =
      Rows({kNull, kList}).list({.values = {kNumber, kValue}, .keys = {"n", "v"}, .limit = 2});
  EXPECT_THAT(list.values, ElementsAre(language::Dict{{"n", 0}, {"v", kNull}},
                                       language::Dict{{"n", 1}, {"v", kList}}));
  EXPECT_EQ(list.without_value, 0U);
}

TEST(Lists, HaveTheRowsThatAreChosen) {
  const Rows rows = Rows({1, 2, kNull, 4}).choosing({false, true, true, false});
  const ItemList list = rows.list({.values = {kValue}, .where = kChosen});
  EXPECT_THAT(list.values, ElementsAre(2));
  EXPECT_EQ(list.selected, 2U);
  EXPECT_TRUE(Rows({}).list({.values = {kValue}}).values.empty());
}

TEST(Lists, CountARowOnceByItsFirstNullButNotMissingOnes) {
  const Rows rows =
      Rows::computed({Cell::none(NullCause::DivisionByZero), Cell::none(NullCause::Missing),
                      Cell::of(true), Cell::none(NullCause::WrongKind)});
  const ItemList list = rows.list(
      {.values = {kComputed, kComputed}, .keys = {"a", "b"}, .order = kComputed, .limit = 1});
  std::vector<std::uint64_t> expected(language::kNullCauseCount);
  expected[static_cast<std::size_t>(NullCause::DivisionByZero)] = 1;
  expected[static_cast<std::size_t>(NullCause::WrongKind)] = 1;
  EXPECT_THAT(list.ledger.nulls, testing::ElementsAreArray(expected));
  EXPECT_EQ(list.ledger.beyond_limit, 3U);
}

TEST(ListLedger, AddsUp) {
  ListLedger all{.beyond_limit = 1};
  ListLedger part{.beyond_limit = 2};
  part.nulls[1] = 3;
  all.add(part);
  all.add(part);
  EXPECT_EQ(all.beyond_limit, 5U);
  EXPECT_EQ(all.nulls[1], 6U);
}

}  // namespace
}  // namespace seedc::exec
