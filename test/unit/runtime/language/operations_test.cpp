// The table of formula operations: one inference of kinds and nulls, and each row's function.
#include "runtime/language/operations.h"

#include <gtest/gtest.h>

#include <vector>

namespace seedc::language {
namespace {

constexpr ValueType kInt{Kind::Int, false};
constexpr ValueType kReal{Kind::Real, false};
constexpr ValueType kString{Kind::Str, false};
constexpr ValueType kBool{Kind::Bool, false};
constexpr ValueType kUnknown{Kind::Any, false};
constexpr ValueType kNullableInt{Kind::Int, true};

void expect_type(Operation op, const std::vector<ValueType>& operands, Kind kind,
                 bool is_nullable) {
  const ValueType type = infer(op, operands);
  EXPECT_EQ(type.kind, kind) << info(op).name;
  EXPECT_EQ(type.is_nullable, is_nullable) << info(op).name;
}

TEST(OperationsTest, NumbersKeepTheirKind) {
  expect_type(Operation::Add, {kInt, kInt}, Kind::Int, true);
  expect_type(Operation::Max, {kInt, kInt}, Kind::Int, false);
  expect_type(Operation::Max, {kInt, kNullableInt}, Kind::Int, true);
  expect_type(Operation::Mul, {kReal, kUnknown}, Kind::Real, true);
  expect_type(Operation::Sub, {kInt, kUnknown}, Kind::Any, true);
  expect_type(Operation::Div, {kReal, kReal}, Kind::Real, true);
  expect_type(Operation::Neg, {kReal}, Kind::Real, false);
  expect_type(Operation::Neg, {kInt}, Kind::Int, true);
}

TEST(OperationsTest, RealsMayHaveNoInteger) {
  expect_type(Operation::Floor, {kReal}, Kind::Int, true);
  expect_type(Operation::Floor, {kInt}, Kind::Int, false);
  expect_type(Operation::Truncate, {kUnknown}, Kind::Int, true);
}

TEST(OperationsTest, AdditionJoinsStrings) {
  expect_type(Operation::Add, {kString, kString}, Kind::Str, true);
  expect_type(Operation::Add, {kString, kUnknown}, Kind::Str, true);
  expect_type(Operation::Add, {kUnknown, kUnknown}, Kind::Any, true);
  EXPECT_EQ(takes(Operation::Add, std::vector{Kind::Str, Kind::Int}), Tri::No);
}

TEST(OperationsTest, AFallbackIsNullIfAllAre) {
  expect_type(Operation::Default, {kNullableInt, kInt}, Kind::Int, false);
  expect_type(Operation::Default, {kNullableInt, kNullableInt}, Kind::Int, true);
  expect_type(Operation::Default, {kUnknown, kReal}, Kind::Any, false);
}

TEST(OperationsTest, RoundingKeepsTheKind) {
  expect_type(Operation::RoundTo, {kReal, kInt}, Kind::Real, false);
  expect_type(Operation::RoundTo, {kInt, kInt}, Kind::Int, true);
  EXPECT_EQ(takes(Operation::RoundTo, std::vector{Kind::Real, Kind::Real}), Tri::No);
}

TEST(OperationsTest, OtherKindsAreNull) {
  expect_type(Operation::Eq, {kString, kString}, Kind::Bool, false);
  expect_type(Operation::Eq, {kString, kUnknown}, Kind::Bool, true);
  expect_type(Operation::Lt, {kBool, kBool}, Kind::Bool, true);
  expect_type(Operation::ExpectString, {kUnknown}, Kind::Str, true);
  expect_type(Operation::ExpectString, {kString}, Kind::Str, false);
  expect_type(Operation::Select, {kBool, kInt, kInt}, Kind::Int, false);
  expect_type(Operation::Select, {kUnknown, kInt, kUnknown}, Kind::Any, true);
}

TEST(OperationsTest, DeclaredTypesAreRefinedAndNotForgotten) {
  constexpr ValueType kDeclaredReal{Kind::Real, false};
  EXPECT_EQ(infer(Operation::Select, std::vector{kUnknown, kInt, kInt}, &kDeclaredReal).kind,
            Kind::Real);
  EXPECT_FALSE(
      infer(Operation::Select, std::vector{kUnknown, kInt, kInt}, &kDeclaredReal).is_nullable);
  constexpr ValueType kDeclaredAny{Kind::Any, true};
  EXPECT_EQ(infer(Operation::Sum, std::vector{kReal}).kind, Kind::Real);
  EXPECT_EQ(infer(Operation::Sum, std::vector{kReal}, &kDeclaredAny).kind, Kind::Any)
      << "over no rows it is the integer 0";
  EXPECT_EQ(infer(Operation::Sum, std::vector{kInt}, &kDeclaredAny).kind, Kind::Int);
}

TEST(OperationsTest, TakesWhatSuits) {
  const auto takes_kinds = [](Operation op, const std::vector<Kind>& kinds) {
    return takes(op, kinds);
  };
  EXPECT_EQ(takes_kinds(Operation::Add, {Kind::Int, Kind::Int}), Tri::Yes);
  EXPECT_EQ(takes_kinds(Operation::Add, {Kind::Int, Kind::Real}), Tri::No);
  EXPECT_EQ(takes_kinds(Operation::Add, {Kind::Int, Kind::Any}), Tri::Unknown);
  EXPECT_EQ(takes_kinds(Operation::Floor, {Kind::Str}), Tri::No);
  EXPECT_EQ(takes_kinds(Operation::Ge, {Kind::Bool, Kind::Any}), Tri::No);
  EXPECT_EQ(takes_kinds(Operation::BoolAnd, {Kind::Bool, Kind::Any}), Tri::Unknown);
}

TEST(OperationsTest, AppliesTheFunctionOfItsRow) {
  const auto integer = [](std::int64_t value) { return Cell::of(value); };
  StringPool strings;
  const auto apply = [&](Operation op, const std::vector<Cell>& operands) {
    return seedc::language::apply(op, operands, strings);
  };
  EXPECT_EQ(apply(Operation::Add, {integer(1), integer(1)}).integer(), 2);
  EXPECT_EQ(apply(Operation::Select, {Cell::of(true), integer(3), integer(4)}).integer(), 3);
  EXPECT_EQ(cause_of(apply(Operation::Div, {integer(1), integer(0)}).null),
            NullCause::DivisionByZero);
  EXPECT_EQ(apply(Operation::Text, {integer(1)}).string(), "1");
}

TEST(OperationsTest, ListsFunctions) {
  ASSERT_NE(find_function("int"), nullptr);
  EXPECT_EQ(find_function("int")->op, Operation::Truncate);
  EXPECT_FALSE(find_function("int")->is_variadic);
  EXPECT_TRUE(find_function("max")->is_variadic);
  EXPECT_EQ(find_function("add"), nullptr) << "an operator is not called";
  EXPECT_EQ(
      list_functions("'"),
      "'max', 'min', 'abs', 'log', 'sqrt', 'floor', 'ceil', 'int', 'round', 'text', 'default', "
      "'days' and 'years'");
  EXPECT_EQ(find_function("round")->op, Operation::Round);
  EXPECT_EQ(find_function("round", 2)->op, Operation::RoundTo);
  EXPECT_EQ(arguments_of("round"), "one number, or a number and how many decimals");
}

}  // namespace
}  // namespace seedc::language
