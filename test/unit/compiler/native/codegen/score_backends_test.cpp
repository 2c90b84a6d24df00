// Compares the backends of score programs with the plain rules, bit for bit.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/native/jit/native.h"
#include "compiler/plan/specialise.h"
#include "runtime/exec/score_kernels.h"
#include "test/unit/score_programs.h"

namespace seedc::codegen {
namespace {

std::string show(const language::Cell& cell) {
  return "payload " + std::to_string(cell.payload) + ", null " + std::to_string(cell.null) +
         ", kind " + std::to_string(static_cast<int>(cell.kind));
}

/// Strings may be made anew.
bool are_identical(const language::Cell& a, const language::Cell& b) {
  if (a.null != b.null || a.kind != b.kind) return false;
  const bool are_strings = a.kind == language::Kind::Str && !a.is_null();
  return are_strings ? a.string() == b.string() : a.payload == b.payload;
}

void expect_identical(const unit::ScoreResult& actual, const unit::ScoreResult& expected,
                      const std::string& what) {
  for (std::size_t k = 0; k < expected.outputs.size(); ++k) {
    for (std::size_t item = 0; item < expected.outputs[k].size(); ++item) {
      ASSERT_TRUE(are_identical(actual.outputs[k][item], expected.outputs[k][item]))
          << what << ", output " << k << ", item " << item << ": " << show(actual.outputs[k][item])
          << "; expected " << show(expected.outputs[k][item]);
    }
  }
  ASSERT_EQ(actual.left_out, expected.left_out) << what;
}

/// Evaluates in calls of different sizes.
template <class RunRange>
unit::ScoreResult run(const contract::ScoreProgram& program, const unit::ScoreData& data,
                      RunRange run_range) {
  unit::ScoreResult result(program, data.item_count());
  contract::ScoreInput input = data.input();
  input.strings = &unit::PlainScorer::strings();
  const std::vector<language::Cell*> outputs = result.pointers();
  std::uint32_t size = 1;
  for (std::uint32_t item = 0; item < data.item_count(); item += size, size = size * 2 + 1) {
    const std::uint32_t count = std::min(size, data.item_count() - item);
    run_range(&input, item, count, outputs.data(), result.left_out.data());
  }
  return result;
}

jit::NativeCode compile(const contract::ScoreProgram& program) {
  base::Result<jit::NativeCode> code = jit::NativeCode::compile({.scores = {&program}});
  if (!code) throw std::runtime_error(code.error().text);
  return std::move(*code);
}

/// The forms of a program for both backends.
class Backends {
 public:
  explicit Backends(const contract::ScoreProgram& program)
      : program_(program),
        code_(compile(program)),
        interpreter_(exec::make_score_interpreter(program)) {}

  void expect_result(const unit::ScoreData& data, const unit::ScoreResult& expected,
                     const std::string& what) const {
    const auto interpret = [&](const contract::ScoreInput* input, auto... rest) {
      interpreter_->run(*input, rest...);
    };
    expect_identical(run(program_, data, interpret), expected, what + ", interpreted");
    expect_identical(run(program_, data, code_.scores().front()), expected, what + ", native");
  }

 private:
  const contract::ScoreProgram& program_;
  jit::NativeCode code_;
  std::unique_ptr<exec::ScoreKernels> interpreter_;
};

void expect_agreement(unit::RandomScores& random, std::size_t size, std::size_t most_items,
                      const std::string& what) {
  const contract::ScoreProgram program = random.program(size);
  const Backends backends(program);
  for (int round = 0; round < 4; ++round) {
    const unit::ScoreData data =
        random.data(program, static_cast<std::uint32_t>(random.below(most_items)));
    const unit::ScoreResult expected =
        unit::PlainScorer(program, data.input()).score(data.item_count());
    backends.expect_result(data, expected, what);
    const contract::ScoreProgram special = plan::specialise(program, data.kinds);
    Backends(special).expect_result(data, expected, what + ", specialised");
  }
}

TEST(ScoreBackendsTest, RandomProgramsAgree) {
  unit::RandomScores random(1);
  for (int round = 0; round < 50 && !HasFatalFailure(); ++round)
    expect_agreement(random, random.below(120), 100, "round " + std::to_string(round));
}

/// Larger than one function, so that values cross from one function to another.
TEST(ScoreBackendsTest, LargeProgramsAgree) {
  unit::RandomScores random(2);
  expect_agreement(random, 3000, 20, "large");
}

/// Sums over rows of earlier sums.
TEST(ScoreBackendsTest, ManyPhasesAgree) {
  contract::ScoreProgram program;
  program.loads.resize(1);
  for (std::uint32_t phase = 0; phase < 500; ++phase) {
    const auto next = static_cast<std::uint32_t>(program.code.size());
    const std::uint32_t before = phase == 0 ? next : next - 1;
    program.code.push_back(
        {.op = language::Operation::Load, .kind = language::Kind::Any, .is_per_row = true, .a = 0});
    program.code.push_back({.op = language::Operation::Sub,
                            .kind = language::Kind::Any,
                            .is_per_row = true,
                            .a = next,
                            .b = before});
    program.code.push_back({.op = language::Operation::Sum,
                            .kind = language::Kind::Any,
                            .b = next + 1,
                            .ledger = phase});
    program.phases.push_back({next + 3, next + 3});
  }
  program.ledger_count = 500;
  program.outputs = {static_cast<std::uint32_t>(program.code.size() - 1)};
  const std::vector<std::uint32_t> codes = {0, 1, 0, 1, 1};
  const std::vector<language::Cell> cells = {language::Cell::of(std::int64_t{1}),
                                             language::Cell::of(0.25)};
  unit::ScoreData data;
  data.loads = {{codes.data(), cells.data()}};
  data.row_begins = {0, 1, 1, 2, 5};
  const unit::ScoreResult expected =
      unit::PlainScorer(program, data.input()).score(data.item_count());
  Backends(program).expect_result(data, expected, "phases");
}

TEST(ScoreBackendsTest, EmitsEachStage) {
  unit::RandomScores random(3);
  const contract::ScoreProgram program = random.program(10);
  const auto ir = jit::emit_native({.scores = {&program}}, jit::NativeStage::Llvm);
  ASSERT_TRUE(ir) << ir.error().text;
  EXPECT_NE(ir->find("define void @score_0(ptr"), std::string::npos) << *ir;
  const auto assembly = jit::emit_native({.scores = {&program}}, jit::NativeStage::Asm);
  ASSERT_TRUE(assembly) << assembly.error().text;
  EXPECT_NE(assembly->find("score_0:"), std::string::npos) << *assembly;
}

}  // namespace
}  // namespace seedc::codegen
