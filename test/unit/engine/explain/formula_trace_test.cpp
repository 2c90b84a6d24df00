// Every value of a score program at one item.
#include "engine/explain/formula_trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/unit/dataset_folder.h"

namespace seedc::explain {
namespace {

constexpr std::uint32_t kRows = 1000;

/// Of `a` no review, of `b` so many, each with its number at `n`.
class FormulaTraceTest : public testing::Test {
 protected:
  FormulaTraceTest() {
    folder_.write("items.jsonl", "{\"business_id\":\"a\"}\n{\"business_id\":\"b\"}\n");
    std::string reviews;
    for (std::uint32_t i = 0; i < kRows; ++i)
      reviews += fmt::format("{{\"review_id\":\"{0}\",\"business_id\":\"b\",\"n\":{0}}}\n", i);
    folder_.write("reviews.jsonl", reviews);
    formula_.program.loads.push_back({.source = contract::LoadSpec::Source::Review, .path = {"n"}});
  }

  base::Result<FormulaTrace> trace(std::uint32_t item) {
    dataset_.emplace(folder_.load(exec::needs_of(formula_)).value());
    bound_.emplace(exec::BoundFormula::bind(std::make_shared<const exec::PreparedFormula>(formula_),
                                            *dataset_, {}, {}));
    return FormulaTrace::run(formula_.program, *bound_, item);
  }

  unit::DatasetFolder folder_;
  contract::Formula formula_;
  std::optional<data::Dataset> dataset_;
  std::optional<exec::BoundFormula> bound_;
};

TEST_F(FormulaTraceTest, HasAValueOfEachRowAndOneOfTheItem) {
  formula_.program.code = {
      {.op = language::Operation::Load, .kind = language::Kind::Any, .is_per_row = true, .a = 0},
      {.op = language::Operation::Sum, .kind = language::Kind::Any, .b = 0, .ledger = 0},
      {.op = language::Operation::Sub,
       .kind = language::Kind::Any,
       .is_per_row = true,
       .a = 1,
       .b = 0},
      {.op = language::Operation::Greatest, .kind = language::Kind::Any, .b = 2, .ledger = 1}};
  const auto traced = trace(1);
  ASSERT_TRUE(traced);
  EXPECT_EQ(traced->row_count(), kRows);
  EXPECT_EQ(traced->value(0, 7).integer(), 7);
  EXPECT_EQ(traced->value(1).integer(), kRows * (kRows - 1) / 2);
  EXPECT_EQ(traced->value(1, 7).integer(), traced->value(1).integer());
  EXPECT_EQ(traced->value(2, 7).integer(), traced->value(1).integer() - 7);
  EXPECT_EQ(traced->value(3).integer(), traced->value(1).integer());
}

TEST_F(FormulaTraceTest, OfNoRowsHasAggregates) {
  formula_.program.code = {
      {.op = language::Operation::Load, .kind = language::Kind::Any, .is_per_row = true, .a = 0},
      {.op = language::Operation::Count, .kind = language::Kind::Int},
      {.op = language::Operation::Least, .kind = language::Kind::Any, .b = 0, .ledger = 0}};
  const auto traced = trace(0);
  ASSERT_TRUE(traced);
  EXPECT_EQ(traced->row_count(), 0);
  EXPECT_EQ(traced->value(1).integer(), 0);
  EXPECT_EQ(traced->value(2).null, language::null_of(language::NullCause::NoRows));
}

// limit: explained-values
TEST_F(FormulaTraceTest, IsRefusedWhereItWouldBeTooLarge) {
  formula_.program.code.assign(FormulaTrace::kMostCells / kRows + 1,
                               {.op = language::Operation::Count});
  const auto traced = trace(1);
  ASSERT_FALSE(traced);
  EXPECT_EQ(traced.error().kind(), base::ErrorKind::Limit);
  EXPECT_TRUE(trace(0));
}

}  // namespace
}  // namespace seedc::explain
