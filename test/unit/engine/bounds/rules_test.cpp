// The rules by which bounds of operands give a bound of the result: for each kind of rule the exact
// bound, and for every operation that no result of values within is outside.
#include "engine/bounds/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/language/score_ops.h"

namespace seedc::bounds {
namespace {

using language::Cell;
using language::NullCause;
using language::Operation;

const std::string kText = "Thai";
const std::string kDate = "2020-01-31";

Cell integer(std::int64_t number) { return Cell::of(number); }
Cell text(const std::string& value) { return Cell::of(&value); }

Bound bound_of(Operation op, std::initializer_list<Bound> operands) {
  std::vector<const Bound*> all;
  for (const Bound& operand : operands) all.push_back(&operand);
  static language::StringPool strings;
  return apply(op, all, strings);
}

Bound either(std::initializer_list<Cell> cells) {
  Bound bound;
  for (const Cell& cell : cells) bound.add(cell);
  return bound;
}

TEST(BoundRules, CornersGiveTheEndsOfMonotoneOperations) {
  EXPECT_EQ(bound_of(Operation::Add, {Bound::integers(1, 3), Bound::integers(-2, 5)}),
            Bound::integers(-1, 8));
  EXPECT_EQ(bound_of(Operation::Mul, {Bound::reals(-2, 3), Bound::reals(-1, 4)}),
            Bound::reals(-8, 12));
  EXPECT_EQ(bound_of(Operation::Lt, {Bound::integers(0, 4), Bound::integers(5, 9)}),
            Bound::of(Cell::of(true)));
  EXPECT_EQ(bound_of(Operation::Lt, {Bound::integers(0, 5), Bound::integers(5, 9)}),
            Bound::booleans());
}

TEST(BoundRules, AnOverflowMayBeNullOrAnyNumber) {
  const Bound sum =
      bound_of(Operation::Add, {Bound::integers(0, INT64_MAX), Bound::integers(0, 1)});
  EXPECT_TRUE(sum.contains(Cell::none(NullCause::IntegerOverflow)));
  EXPECT_TRUE(sum.contains(integer(INT64_MAX)));
}

TEST(BoundRules, ExtremesKeepTheGreaterAndTheLesserEnd) {
  EXPECT_EQ(bound_of(Operation::Max, {Bound::integers(1, 4), Bound::integers(2, 3)}),
            Bound::integers(2, 4));
  EXPECT_EQ(bound_of(Operation::Min, {Bound::integers(1, 4), Bound::integers(2, 3)}),
            Bound::integers(1, 3));
}

TEST(BoundRules, AbsoluteTurnsAtZero) {
  EXPECT_EQ(bound_of(Operation::Abs, {Bound::integers(-7, 2)}), Bound::integers(0, 7));
  EXPECT_EQ(bound_of(Operation::Abs, {Bound::integers(-7, -2)}), Bound::integers(2, 7));
}

TEST(BoundRules, AQuotientHasTheNullOfADivisorThatMayBeZero) {
  const Bound quotient = bound_of(Operation::Div, {Bound::of(integer(6)), Bound::integers(-1, 2)});
  EXPECT_TRUE(quotient.contains(Cell::none(NullCause::DivisionByZero)));
  EXPECT_TRUE(quotient.contains(Cell::of(-6.0)));
  EXPECT_TRUE(quotient.contains(Cell::of(3.0)));
  EXPECT_EQ(bound_of(Operation::Div, {Bound::of(integer(6)), Bound::integers(2, 3)}),
            Bound::reals(2, 3));
}

TEST(BoundRules, ALogarithmIsNullForWhatIsNotPositive) {
  const Bound logarithm = bound_of(Operation::Log, {Bound::reals(-1, 1)});
  EXPECT_TRUE(logarithm.contains(Cell::none(NullCause::LogOfNonPositive)));
  EXPECT_TRUE(logarithm.contains(Cell::of(0.0)));
  EXPECT_FALSE(logarithm.contains(Cell::of(0.1)));
}

TEST(BoundRules, ARootIsNullForWhatIsNegative) {
  EXPECT_EQ(bound_of(Operation::Sqrt, {Bound::integers(4, 9)}), Bound::reals(2, 3));
  const Bound root = bound_of(Operation::Sqrt, {Bound::integers(-4, 9)});
  EXPECT_TRUE(root.contains(Cell::none(NullCause::SqrtOfNegative)));
  EXPECT_FALSE(root.contains(Cell::of(3.5)));
}

TEST(BoundRules, DatesAreApartByAnyNumberOfDaysOrNone) {
  const Bound days = bound_of(Operation::Days, {Bound::all_texts(), Bound::of(text(kDate))});
  EXPECT_TRUE(days.contains(integer(-366)));
  EXPECT_FALSE(days.contains(integer(10'000'000)));
}

TEST(BoundRules, TextsOfNumbersAreAnyText) {
  EXPECT_EQ(bound_of(Operation::Text, {Bound::integers(1, 2)}), Bound::all_texts());
}

TEST(BoundRules, EqualityIsOpenWhereRangesMeet) {
  EXPECT_EQ(bound_of(Operation::Eq, {Bound::integers(0, 4), Bound::integers(4, 9)}),
            Bound::booleans());
  EXPECT_EQ(bound_of(Operation::Eq, {Bound::integers(0, 3), Bound::integers(4, 9)}),
            Bound::of(Cell::of(false)));
}

TEST(BoundRules, PassingGivesAnOperandOrANull) {
  const Cell missing = Cell::none(NullCause::Missing);
  Bound number = Bound::integers(1, 4);
  number.add(missing);
  Bound filled = Bound::integers(1, 4);
  filled.add(integer(9));
  EXPECT_EQ(bound_of(Operation::Default, {number, Bound::of(integer(9))}), filled);
}

TEST(BoundRules, BranchesAreThoseThatTheConditionLeaves) {
  const Bound first = Bound::integers(1, 2), second = Bound::integers(7, 8);
  EXPECT_EQ(bound_of(Operation::Select, {Bound::of(Cell::of(true)), first, second}), first);
  Bound both = first;
  both.add(second);
  EXPECT_EQ(bound_of(Operation::Select, {Bound::booleans(), first, second}), both);
}

TEST(BoundRules, NullsAreChangedAlone) {
  Bound bound = Bound::integers(1, 4);
  bound.add(Cell::none(NullCause::Missing));
  Bound changed = Bound::integers(1, 4);
  changed.add(Cell::of(false));
  EXPECT_EQ(with_nulls(bound, [](const Cell&) { return Cell::of(false); }), changed);
}

TEST(BoundRules, RowsAreAddedToAggregates) {
  EXPECT_EQ(add_row(Operation::Count, Bound::integers(1, 3), {}), Bound::integers(2, 4));
  EXPECT_EQ(add_row(Operation::Sum, Bound::of(integer(2)), Bound::integers(0, 5)),
            Bound::integers(2, 7));
  EXPECT_EQ(add_row(Operation::Greatest, Bound::of(integer(2)), Bound::integers(0, 5)),
            Bound::integers(2, 5));
}

TEST(BoundRules, EntriesAreThoseOfTheKeysThatAValueMayBe) {
  const contract::LookupTable written{.entries = {{"thai", language::Value(std::int64_t{1})},
                                                  {"2", language::Value(std::int64_t{5})}},
                                      .otherwise = language::Value(std::int64_t{0})};
  const contract::PreparedTable table(written);
  EXPECT_EQ(look_up(table, Bound::of(integer(2))), Bound::of(integer(5)));
  EXPECT_EQ(look_up(table, either({integer(2), integer(3)})), either({integer(5), integer(0)}));
  EXPECT_EQ(look_up(table, Bound::all_texts()), either({integer(0), integer(1), integer(5)}));
  EXPECT_EQ(look_up(table, Bound::integers(0, 9)), either({integer(0), integer(1), integer(5)}));
  EXPECT_EQ(look_up(table, Bound::of(Cell::none(NullCause::NoRows))),
            Bound::of(Cell::none(NullCause::NoRows)));
}

/// Texts of four bytes pass.
class FourBytes final : public contract::TextTester {
 public:
  bool passes(std::string_view text) override { return text.size() == 4; }
};

TEST(BoundRules, SearchesAreOpenForAnyText) {
  FourBytes tester;
  EXPECT_EQ(test_text(tester, Bound::of(text(kText))), Bound::of(Cell::of(true)));
  EXPECT_EQ(test_text(tester, either({text(kText), text(kDate)})), Bound::booleans());
  EXPECT_EQ(test_text(tester, Bound::all_texts()), Bound::booleans());
  EXPECT_EQ(test_text(tester, either({integer(4), Cell::none(NullCause::Missing)})),
            Bound::of(Cell::of(false)));
}

TEST(BoundRules, TestsHoldWhereTheirComparisonDoes) {
  using Op = contract::ValueTest::Op;
  const contract::ValueTest less{.op = Op::Lt, .operand = language::Value(std::int64_t{3})};
  EXPECT_EQ(test(less, Bound::integers(0, 2)), Bound::of(Cell::of(true)));
  EXPECT_EQ(test(less, Bound::integers(0, 3)), Bound::booleans());
  EXPECT_EQ(test(less, Bound::of(Cell::none(NullCause::Missing))), Bound::of(Cell::of(false)));
  const contract::ValueTest among{.op = Op::In,
                                  .operand = language::Value(language::List{kText, kDate})};
  EXPECT_EQ(test(among, Bound::of(text(kText))), Bound::of(Cell::of(true)));
  EXPECT_EQ(test(among, Bound::all_texts()), Bound::booleans());
  EXPECT_EQ(test(among, Bound::of(integer(1))), Bound::of(Cell::of(false)));
}

TEST(BoundRules, GroupsAreAddedToFoldsWhereTheirConditionMayHold) {
  const Bound yes = Bound::of(Cell::of(true));
  const Bound no = Bound::of(Cell::of(false));
  const Bound two = Bound::of(integer(2));
  EXPECT_EQ(add_group(Operation::FoldSum, two, yes, Bound::of(integer(5))), Bound::of(integer(7)));
  EXPECT_EQ(add_group(Operation::FoldSum, two, no, Bound::of(integer(5))), two);
  EXPECT_EQ(add_group(Operation::FoldMax, two, yes, Bound::of(integer(5))), Bound::of(integer(5)));
  const Bound open = add_group(Operation::FoldCount, two, Bound::booleans(), Bound::integers(0, 9));
  EXPECT_TRUE(open.contains(integer(2)));
  EXPECT_TRUE(open.contains(integer(3)));
}

/// An operand, and some of the values in it.
struct Sample {
  Bound bound;
  std::vector<Cell> values;
};

std::vector<Sample> samples() {
  std::vector<Sample> samples = {
      {Bound::integers(-3, 4), {integer(-3), integer(-1), integer(0), integer(1), integer(4)}},
      {Bound::integers(INT64_MIN, INT64_MAX), {integer(INT64_MIN), integer(0), integer(INT64_MAX)}},
      {Bound::reals(-2.5, 3.75),
       {Cell::of(-2.5), Cell::of(-0.0), Cell::of(0.0), Cell::of(0.1), Cell::of(1.0),
        Cell::of(3.75)}},
      {Bound::reals(-1e308, 1e308), {Cell::of(-1e308), Cell::of(1e-300), Cell::of(1e308)}},
      {Bound::all_texts(), {text(kText), text(kDate)}},
      {Bound::booleans(), {Cell::of(true), Cell::of(false)}}};
  for (const Cell& cell :
       {integer(2), integer(0), Cell::of(-0.0), Cell::of(0.5), Cell::of(true), text(kDate),
        Cell::none(NullCause::Missing), Cell::none(NullCause::NoRows)})
    samples.push_back({Bound::of(cell), {cell}});
  samples.push_back({either({integer(1), Cell::none(NullCause::Missing), text(kText)}),
                     {integer(1), Cell::none(NullCause::Missing), text(kText)}});
  return samples;
}

bool is_one_integer(const Bound& bound) {
  const Cell* only = bound.only();
  return only != nullptr && !only->is_null() && only->kind == language::Kind::Int;
}

struct Computed {
  Operation op;
  std::size_t arity;
};

TEST(BoundRules, NoResultOfValuesWithinIsOutside) {
  static constexpr Computed kOperations[] = {
#define SEEDC_OPERATION(id, name, arity, ...) {Operation::id, arity},
#include "runtime/language/operations.def"
  };
  const std::vector<Sample> all = samples();
  language::StringPool strings;
  std::size_t checked = 0;
  for (const Computed& operation : kOperations) {
    std::size_t combinations = 1;
    for (std::size_t i = 0; i < operation.arity; ++i) combinations *= all.size();
    for (std::size_t number = 0; number < combinations; ++number) {
      std::vector<const Sample*> chosen;
      std::vector<const Bound*> bounds;
      std::size_t values = 1;
      for (std::size_t i = 0, rest = number; i < operation.arity; ++i, rest /= all.size()) {
        chosen.push_back(&all[rest % all.size()]);
        bounds.push_back(&chosen.back()->bound);
        values *= chosen.back()->values.size();
      }
      // The decimals to round to are a literal.
      if (operation.op == Operation::RoundTo && !is_one_integer(*bounds[1])) continue;
      const Bound bound = apply(operation.op, bounds, strings);
      for (std::size_t choice = 0; choice < values; ++choice) {
        std::vector<Cell> cells;
        for (std::size_t i = 0, rest = choice; i < operation.arity; ++i) {
          cells.push_back(chosen[i]->values[rest % chosen[i]->values.size()]);
          rest /= chosen[i]->values.size();
        }
        const Cell result = language::apply(operation.op, cells, strings);
        ++checked;
        ASSERT_TRUE(bound.contains(result)) << "operation " << static_cast<int>(operation.op)
                                            << " combination " << number << "/" << choice;
      }
    }
  }
  EXPECT_GT(checked, 10'000U);
}

TEST(BoundRules, NoFoldOfValuesWithinIsOutside) {
  using Fold = Cell (*)(const Cell&, const Cell&, const Cell&, std::uint64_t*);
  const std::vector<std::pair<Operation, Fold>> folds = {
      {Operation::FoldCount, &language::score::fold_count},
      {Operation::FoldSum, &language::score::fold_sum},
      {Operation::FoldMax, &language::score::fold_max},
      {Operation::FoldMin, &language::score::fold_min}};
  const Cell missing = Cell::none(NullCause::Missing);
  const std::vector<Sample> so_far = {{Bound::integers(0, 4), {integer(0), integer(2), integer(4)}},
                                      {Bound::of(integer(3)), {integer(3)}}};
  const std::vector<Sample> conditions = {
      {Bound::booleans(), {Cell::of(true), Cell::of(false)}},
      {Bound::of(Cell::of(true)), {Cell::of(true)}},
      {Bound::of(Cell::of(false)), {Cell::of(false)}},
      {either({Cell::of(true), missing}), {Cell::of(true), missing}}};
  const std::vector<Sample> values = {{Bound::integers(-3, 7), {integer(-3), integer(7)}},
                                      {Bound::of(integer(5)), {integer(5)}},
                                      {Bound::of(missing), {missing}},
                                      {either({integer(1), missing}), {integer(1), missing}}};
  std::array<std::uint64_t, language::kNullCauseCount> left_out{};
  const auto check = [&](const auto& fold, const Sample& a, const Sample& b, const Sample& c) {
    const Bound bound = add_group(fold.first, a.bound, b.bound, c.bound);
    for (const Cell& result : a.values) {
      for (const Cell& condition : b.values) {
        for (const Cell& value : c.values)
          EXPECT_TRUE(bound.contains(fold.second(result, condition, value, left_out.data())));
      }
    }
  };
  for (const auto& fold : folds) {
    for (const Sample& a : so_far) {
      for (const Sample& b : conditions) {
        for (const Sample& c : values) check(fold, a, b, c);
      }
    }
  }
}

}  // namespace
}  // namespace seedc::bounds
