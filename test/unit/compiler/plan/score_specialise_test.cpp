// Specialisation of score programs to the kinds of a dataset. The backends' tests check that it
// preserves values.
#include <gtest/gtest.h>

#include "compiler/plan/specialise.h"

namespace seedc::plan {
namespace {

constexpr contract::LoadKind kIntegers{language::Kind::Int, false};
constexpr contract::LoadKind kReals{language::Kind::Real, false};
constexpr contract::LoadKind kMixed{language::Kind::Any, true};

/// One load for each row, one for each item; an instruction on them, a sum of it.
contract::ScoreProgram program_of(language::Operation op) {
  contract::ScoreProgram program;
  program.loads.resize(2);
  program.code = {
      {.op = language::Operation::Load, .kind = language::Kind::Any, .is_per_row = true, .a = 0},
      {.op = language::Operation::Load, .kind = language::Kind::Any, .a = 1},
      {.op = op, .kind = language::Kind::Any, .is_per_row = true, .a = 0, .b = 1},
      {.op = language::Operation::Sum, .kind = language::Kind::Any, .b = 2, .ledger = 0},
      {.op = language::Operation::Step, .kind = language::Kind::Any, .a = 3, .b = 0},
  };
  program.phases = {{4, 5}};
  program.ledger_count = 1;
  program.outputs = {4};
  return program;
}

contract::ScoreProgram specialise_for(language::Operation op, contract::LoadKind rows,
                                      contract::LoadKind items) {
  const contract::LoadKind loads[] = {rows, items};
  return specialise(program_of(op), loads);
}

TEST(ScoreSpecialiseTest, KindsSpread) {
  const contract::ScoreProgram program =
      specialise_for(language::Operation::Add, kIntegers, kIntegers);
  ASSERT_EQ(program.code.size(), 5);
  for (const contract::ScoreInst& inst : program.code) EXPECT_EQ(inst.kind, language::Kind::Int);
  EXPECT_FALSE(program.code[0].is_nullable);
  EXPECT_TRUE(program.code[2].is_nullable) << "it may overflow";
}

TEST(ScoreSpecialiseTest, WhatCannotFailIsNeverNull) {
  EXPECT_FALSE(specialise_for(language::Operation::Max, kReals, kReals).code[2].is_nullable);
  EXPECT_TRUE(specialise_for(language::Operation::Max, kReals, {language::Kind::Real, true})
                  .code[2]
                  .is_nullable);
  EXPECT_TRUE(specialise_for(language::Operation::Max, kReals, {language::Kind::Str, false})
                  .code[3]
                  .is_nullable);
}

TEST(ScoreSpecialiseTest, AnIntegerThatMeetsARealIsMadeOne) {
  const contract::ScoreProgram program =
      specialise_for(language::Operation::Sub, kReals, kIntegers);
  ASSERT_EQ(program.code.size(), 6);
  EXPECT_EQ(program.code[2].op, language::Operation::ToReal);
  EXPECT_EQ(program.code[2].a, 1);
  EXPECT_EQ(program.code[3].kind, language::Kind::Real);
  EXPECT_EQ(program.code[3].b, 2);
  EXPECT_EQ(program.code[4].b, 3);
  EXPECT_EQ(program.phases.front().row_end, 5);
  EXPECT_EQ(program.phases.front().item_end, 6);
  EXPECT_EQ(program.outputs.front(), 5);
}

TEST(ScoreSpecialiseTest, TheSumOfRealsMayBeAnInteger) {
  const contract::ScoreProgram program = specialise_for(language::Operation::Mul, kReals, kReals);
  EXPECT_EQ(program.code[2].kind, language::Kind::Real);
  EXPECT_EQ(program.code[3].kind, language::Kind::Any) << "over no rows it is the integer 0";
}

TEST(ScoreSpecialiseTest, MixedDataStaysAny) {
  const contract::ScoreProgram program =
      specialise_for(language::Operation::Add, kMixed, kIntegers);
  EXPECT_EQ(program.code[2].kind, language::Kind::Any);
  EXPECT_EQ(specialise_for(language::Operation::Add, kMixed, kReals).code[2].kind,
            language::Kind::Real)
      << "a real or null, whatever the other is";
}

}  // namespace
}  // namespace seedc::plan
