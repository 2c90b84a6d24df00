// Specialisation of score programs to the kinds of a dataset. The backends' tests check that it
// preserves values.
#include <gtest/gtest.h>

#include "compiler/plan/specialise.h"

namespace seedc {
namespace {

constexpr LoadKind kIntegers{Kind::Int, false};
constexpr LoadKind kReals{Kind::Real, false};
constexpr LoadKind kMixed{Kind::Any, true};

/// One load for each row, one for each item; an instruction on them, a sum of it.
ScoreProgram program_of(Operation op) {
  ScoreProgram program;
  program.loads.resize(2);
  program.code = {
      {.op = Operation::Load, .kind = Kind::Any, .is_per_row = true, .a = 0},
      {.op = Operation::Load, .kind = Kind::Any, .a = 1},
      {.op = op, .kind = Kind::Any, .is_per_row = true, .a = 0, .b = 1},
      {.op = Operation::Sum, .kind = Kind::Any, .b = 2, .ledger = 0},
      {.op = Operation::Step, .kind = Kind::Any, .a = 3, .b = 0},
  };
  program.phases = {{4, 5}};
  program.ledger_count = 1;
  program.outputs = {4};
  return program;
}

ScoreProgram specialise_for(Operation op, LoadKind rows, LoadKind items) {
  const LoadKind loads[] = {rows, items};
  return specialise(program_of(op), loads);
}

TEST(ScoreSpecialiseTest, KindsSpread) {
  const ScoreProgram program = specialise_for(Operation::Add, kIntegers, kIntegers);
  ASSERT_EQ(program.code.size(), 5);
  for (const ScoreInst& inst : program.code) EXPECT_EQ(inst.kind, Kind::Int);
  EXPECT_FALSE(program.code[0].is_nullable);
  EXPECT_TRUE(program.code[2].is_nullable) << "it may overflow";
}

TEST(ScoreSpecialiseTest, WhatCannotFailIsNeverNull) {
  EXPECT_FALSE(specialise_for(Operation::Max, kReals, kReals).code[2].is_nullable);
  EXPECT_TRUE(specialise_for(Operation::Max, kReals, {Kind::Real, true}).code[2].is_nullable);
  EXPECT_TRUE(specialise_for(Operation::Max, kReals, {Kind::Str, false}).code[3].is_nullable);
}

TEST(ScoreSpecialiseTest, AnIntegerThatMeetsARealIsMadeOne) {
  const ScoreProgram program = specialise_for(Operation::Sub, kReals, kIntegers);
  ASSERT_EQ(program.code.size(), 6);
  EXPECT_EQ(program.code[2].op, Operation::ToReal);
  EXPECT_EQ(program.code[2].a, 1);
  EXPECT_EQ(program.code[3].kind, Kind::Real);
  EXPECT_EQ(program.code[3].b, 2);
  EXPECT_EQ(program.code[4].b, 3);
  EXPECT_EQ(program.phases.front().row_end, 5);
  EXPECT_EQ(program.phases.front().item_end, 6);
  EXPECT_EQ(program.outputs.front(), 5);
}

TEST(ScoreSpecialiseTest, TheSumOfRealsMayBeAnInteger) {
  const ScoreProgram program = specialise_for(Operation::Mul, kReals, kReals);
  EXPECT_EQ(program.code[2].kind, Kind::Real);
  EXPECT_EQ(program.code[3].kind, Kind::Any) << "over no rows it is the integer 0";
}

TEST(ScoreSpecialiseTest, MixedDataStaysAny) {
  const ScoreProgram program = specialise_for(Operation::Add, kMixed, kIntegers);
  EXPECT_EQ(program.code[2].kind, Kind::Any);
  EXPECT_EQ(specialise_for(Operation::Add, kMixed, kReals).code[2].kind, Kind::Real)
      << "a real or null, whatever the other is";
}

}  // namespace
}  // namespace seedc
