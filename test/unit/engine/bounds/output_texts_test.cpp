// The texts that an output may be, of programs written out.
#include "engine/bounds/output_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace seedc::bounds {
namespace {

using contract::ScoreInst;
using language::Operation;
using testing::ElementsAre;
using testing::Optional;

/// The output is the last instruction.
contract::ScoreProgram program_of(std::vector<ScoreInst> code,
                                  std::vector<language::Value> constants) {
  contract::ScoreProgram program;
  program.outputs = {static_cast<std::uint32_t>(code.size() - 1)};
  program.code = std::move(code);
  program.constants = std::move(constants);
  return program;
}

ScoreInst constant(std::uint32_t number) { return {.op = Operation::Constant, .a = number}; }

TEST(OutputTexts, AreThoseOfAllBranchesEachOnce) {
  const contract::ScoreProgram program =
      program_of({constant(0),
                  constant(1),
                  constant(2),
                  {.op = Operation::Select, .a = 0, .b = 1, .c = 2},
                  {.op = Operation::Select, .a = 0, .b = 3, .c = 1},
                  {.op = Operation::Step, .a = 4}},
                 {language::Value(true), language::Value("low"), language::Value("high")});
  EXPECT_THAT(output_texts(program, 0), Optional(ElementsAre("low", "high")));
}

TEST(OutputTexts, AreThoseOfATableAndItsDefault) {
  contract::ScoreProgram program =
      program_of({constant(0), {.op = Operation::Lookup, .a = 0, .b = 0}}, {language::Value("x")});
  program.tables = {{.entries = {{"x", language::Value("first")}, {"y", language::Value("second")}},
                     .otherwise = language::Value("none")}};
  EXPECT_THAT(output_texts(program, 0), Optional(ElementsAre("first", "second", "none")));
  program.tables[0].otherwise = language::Value(std::int64_t{1});
  EXPECT_EQ(output_texts(program, 0), std::nullopt);
}

TEST(OutputTexts, AreUnknownOfWhatIsReadOrComputedAndOfNullAlone) {
  EXPECT_EQ(output_texts(program_of({{.op = Operation::Load, .a = 0}}, {}), 0), std::nullopt);
  EXPECT_EQ(
      output_texts(
          program_of({constant(0), {.op = Operation::Text, .a = 0}}, {language::Value("x")}), 0),
      std::nullopt);
  EXPECT_EQ(output_texts(program_of({constant(0)}, {language::Value()}), 0), std::nullopt);
}

}  // namespace
}  // namespace seedc::bounds
