// The passes preserve the value of every root, unknown included, and stay fast on any input.
#include "compiler/opt/passes.h"

#include <gtest/gtest.h>

#include "compiler/ir/text.h"
#include "test/unit/processor_time.h"
#include "test/unit/random_module.h"

namespace seedc::opt {
namespace {

/// Equal, ignoring locations.
bool same(const ir::Inst& a, const ir::Inst& b) {
  return a.operands == b.operands && ir::is_same_operation(a, b);
}

void expect_well_formed(const ir::Module& module) {
  const auto errors = ir::verify(module);
  ASSERT_TRUE(errors.empty()) << errors.front() << '\n' << ir::print(module);
}

void expect_same_roots(const ir::Module& before, const ir::Module& after, std::string_view pass) {
  expect_well_formed(after);
  ASSERT_EQ(unit::root_values(before), unit::root_values(after)) << pass << " of\n"
                                                                 << ir::print(before) << "gives\n"
                                                                 << ir::print(after);
}

/// The copy that the pipeline begins with, each pass alone, and the pipeline.
void expect_all_passes_keep_roots(const ir::Module& module) {
  expect_same_roots(module, condensed(module, Names::Kept), "the copy");
  for (const Pass& pass : all_passes()) expect_same_roots(module, pass.run(module), pass.name);
  expect_same_roots(module, optimise(module), "the pipeline");
}

ir::Module next_module(unit::RandomModules& modules, std::size_t size, std::size_t most_operands) {
  ir::Module module = modules.next(size, most_operands);
  expect_well_formed(module);
  return module;
}

TEST(Passes, KeepRootsOfSmallModules) {
  unit::RandomModules modules(1);
  for (int i = 0; i < 4000 && !::testing::Test::HasFatalFailure(); ++i) {
    expect_all_passes_keep_roots(next_module(modules, 2 + modules.below(20), 4));
  }
}

TEST(Passes, KeepRootsOfWideModules) {
  unit::RandomModules modules(2);
  for (int i = 0; i < 40 && !::testing::Test::HasFatalFailure(); ++i) {
    expect_all_passes_keep_roots(next_module(modules, 100 + modules.below(400), 60));
  }
}

TEST(Passes, KeepRootsInAnyOrder) {
  unit::RandomModules modules(3);
  for (int i = 0; i < 500 && !::testing::Test::HasFatalFailure(); ++i) {
    const ir::Module before = next_module(modules, 2 + modules.below(40), 6);
    ir::Module after = before;
    for (int step = 0; step < 8; ++step)
      after = all_passes()[modules.below(all_passes().size())].run(after);
    expect_same_roots(before, after, "a sequence of passes");
  }
}

TEST(Passes, KeepIdsAndGolds) {
  ir::Module module;
  module.insts = {unit::leaf_inst(0), unit::leaf_inst(0)};
  module.requests = {{.id = "R01", .root = 1, .gold = "a"}, {.id = "R02", .root = 0, .gold = {}}};
  module.conditions = {{.name = "c", .root = 1}};
  const ir::Module after = optimise(module);
  ASSERT_EQ(after.requests.size(), 2u);
  EXPECT_EQ(after.requests[0].id, "R01");
  EXPECT_EQ(after.requests[0].gold, "a");
  EXPECT_EQ(after.requests[1].id, "R02");
  EXPECT_EQ(after.requests[1].gold, std::nullopt);
  ASSERT_EQ(after.conditions.size(), 1u);
  EXPECT_EQ(after.conditions[0].name, "c");
}

TEST(Passes, BeginWithOneInstructionForEachConditionObject) {
  ir::Module module;
  const ir::Inst cozy = unit::leaf_inst(0);
  module.insts = {cozy, unit::leaf_inst(1), cozy, unit::leaf_inst(0)};
  module.conditions = {{.name = "c", .root = 1}};
  for (const ir::ValueId root : {0u, 2u, 3u})
    module.requests.push_back({.id = std::to_string(root), .root = root, .gold = {}});
  const ir::Module unnamed = condensed(module, Names::Dropped);
  EXPECT_EQ(unnamed.insts.size(), 2u);  // of equal ones that are two objects both
  EXPECT_EQ(unnamed.requests[0].root, unnamed.requests[1].root);
  EXPECT_NE(unnamed.requests[0].root, unnamed.requests[2].root);
  EXPECT_EQ(condensed(module, Names::Kept).insts.size(), 3u);
}

TEST(Passes, AreFoundByName) {
  for (const Pass& pass : all_passes()) EXPECT_EQ(find_pass(pass.name)->run, pass.run);
  EXPECT_EQ(find_pass("inline"), nullptr);
  EXPECT_EQ(find_pass(""), nullptr);
}

TEST(IrText, ReadsWhatItPrints) {
  unit::RandomModules modules(4);
  for (int i = 0; i < 2000; ++i) {
    const ir::Module module = modules.next(2 + modules.below(30), 5);
    const std::string text = ir::print(module);
    source::SourceManager sources;
    diag::Diagnostics diagnostics;
    const ir::Module read = ir::read(sources, sources.add("module.ir", text), diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << text;
    ASSERT_EQ(ir::print(read), text);
    ASSERT_TRUE(std::equal(read.insts.begin(), read.insts.end(), module.insts.begin(),
                           module.insts.end(), same))
        << text;
  }
}

/// A text condition of its own.
ir::Inst text_inst(std::size_t number) {
  return ir::condition_inst(
      language::TextAny{.pattern = {.source = "word" + std::to_string(number)}});
}

ir::ValueId add_logic(ir::Module& module, ir::Op op, std::vector<ir::ValueId> operands) {
  return ir::Builder(module).add(
      {.op = op, .operands = std::move(operands), .attributes = {}, .span = {}});
}

std::size_t operand_count(const ir::Module& module) {
  std::size_t count = 0;
  for (const ir::Inst& inst : module.insts) count += inst.operands.size();
  return count;
}

/// Checks that optimising takes little time, and that the module grows by a small factor at most.
ir::Module optimise_quickly(ir::Module module) {
  constexpr double kMostSeconds = 10;
  constexpr std::size_t kMostGrowth = 16;
  ir::Module result;
  EXPECT_LT(unit::processor_seconds([&] { result = optimise(module); }), kMostSeconds);
  EXPECT_LE(operand_count(result), kMostGrowth * operand_count(module));
  expect_well_formed(result);
  return result;
}

constexpr std::size_t kChainLength = 20'000;

TEST(HostileModules, LongChainOfOneOperator) {
  ir::Module module;
  ir::ValueId last = ir::Builder(module).add(text_inst(0));
  for (std::size_t i = 1; i < kChainLength; ++i) {
    const ir::ValueId word = ir::Builder(module).add(text_inst(i));
    last = add_logic(module, ir::Op::And, {last, word});
  }
  module.requests = {{.id = "R", .root = last, .gold = {}}};
  optimise_quickly(std::move(module));
}

/// The number of paths through these doubles with each step.
TEST(HostileModules, SharedOperandsAllTheWayDown) {
  ir::Module module;
  module.insts = {unit::leaf_inst(0), unit::leaf_inst(1)};
  for (ir::ValueId i = 2; i < kChainLength; ++i)
    add_logic(module, ir::Op::And, {i - 1, i - 2, i - 1});
  module.requests = {{.id = "R", .root = static_cast<ir::ValueId>(kChainLength - 1), .gold = {}}};
  const ir::Module after = optimise_quickly(module);
  EXPECT_EQ(unit::root_values(module), unit::root_values(after));
}

TEST(HostileModules, AlternatingOperatorsOverSharedOperands) {
  unit::RandomModules modules(5);
  ir::Module module;
  for (std::size_t leaf = 0; leaf < unit::kLeafCount; ++leaf)
    module.insts.push_back(unit::leaf_inst(leaf));
  for (ir::ValueId i = unit::kLeafCount; i < kChainLength; ++i) {
    const auto leaf = static_cast<ir::ValueId>(modules.below(unit::kLeafCount));
    const ir::ValueId inner = i % 7 == 0 ? add_logic(module, ir::Op::Not, {i - 1}) : i - 1;
    if (inner == i) continue;
    add_logic(module, i % 2 == 0 ? ir::Op::And : ir::Op::Or, {inner, leaf, i - 2});
  }
  module.requests = {
      {.id = "R", .root = static_cast<ir::ValueId>(module.insts.size() - 1), .gold = {}}};
  const ir::Module after = optimise_quickly(module);
  EXPECT_EQ(unit::root_values(module), unit::root_values(after));
}

TEST(HostileModules, VeryWideOperator) {
  constexpr std::size_t kWidth = 50'000;
  ir::Module module;
  std::vector<ir::ValueId> words;
  for (std::size_t i = 0; i < kWidth; ++i) words.push_back(ir::Builder(module).add(text_inst(i)));
  module.requests = {{.id = "R", .root = add_logic(module, ir::Op::And, words), .gold = {}}};
  const ir::Module after = optimise_quickly(std::move(module));
  EXPECT_EQ(after.insts.back().operands.size(), kWidth);
}

TEST(HostileModules, VeryWideOperatorOfPairs) {
  constexpr std::size_t kPairs = 25'000;
  for (const ir::Op inner : {ir::Op::And, ir::Op::Or}) {
    ir::Module module;
    std::vector<ir::ValueId> pairs;
    for (std::size_t i = 0; i < kPairs; ++i) {
      const ir::ValueId first = ir::Builder(module).add(text_inst(2 * i));
      const ir::ValueId second = ir::Builder(module).add(text_inst(2 * i + 1));
      pairs.push_back(add_logic(module, inner, {first, second}));
    }
    module.requests = {{.id = "R", .root = add_logic(module, ir::Op::And, pairs), .gold = {}}};
    optimise_quickly(std::move(module));
  }
}

}  // namespace
}  // namespace seedc::opt
