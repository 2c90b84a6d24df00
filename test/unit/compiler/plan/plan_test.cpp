// Checks plans by brute force: the plane programs against the plain rules, under every assignment
// of -1, 0 and +1 to the conditions.
#include <gtest/gtest.h>

#include <bitset>
#include <set>
#include <tuple>

#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "test/unit/random_module.h"

namespace seedc::plan {
namespace {

/// One bit per assignment: assignments take the role of items.
using Plane = std::bitset<unit::kAssignments>;

struct TriPlane {
  Plane yes, no;
};

TriPlane planes_of(const unit::Values& values) {
  TriPlane planes;
  for (std::size_t i = 0; i < unit::kAssignments; ++i) {
    planes.yes[i] = values[i] > 0;
    planes.no[i] = values[i] < 0;
  }
  return planes;
}

unit::Values values_of(const TriPlane& planes) {
  unit::Values values;
  for (std::size_t i = 0; i < unit::kAssignments; ++i)
    values[i] = static_cast<std::int8_t>(planes.yes[i] - planes.no[i]);
  return values;
}

Plane run_inst(const contract::PlaneProgram::Inst& inst, const std::vector<Plane>& known,
               const std::vector<Plane>& inputs) {
  switch (inst.op) {
    case contract::PlaneProgram::Op::Input:
      return inputs.at(inst.a);
    case contract::PlaneProgram::Op::Zero:
      return {};
    case contract::PlaneProgram::Op::Ones:
      return ~Plane();
    case contract::PlaneProgram::Op::And:
      return known.at(inst.a) & known.at(inst.b);
    case contract::PlaneProgram::Op::Or:
      return known.at(inst.a) | known.at(inst.b);
    case contract::PlaneProgram::Op::AndNot:
      return known.at(inst.a) & ~known.at(inst.b);
  }
  return {};
}

std::vector<Plane> run(const contract::PlaneProgram& program, const std::vector<Plane>& inputs) {
  EXPECT_EQ(program.input_count, inputs.size());
  std::vector<Plane> known;
  for (const contract::PlaneProgram::Inst& inst : program.code)
    known.push_back(run_inst(inst, known, inputs));
  std::vector<Plane> outputs;
  for (const std::uint32_t output : program.outputs) outputs.push_back(known.at(output));
  return outputs;
}

/// A module with distinct conditions, its plan, and the leaf of each condition of the plan.
struct Case {
  ir::Module module;
  contract::Plan plan;
  std::vector<ir::Inst> conditions;  ///< the instruction of each condition of the plan

  explicit Case(ir::Module m)
      : module(std::move(m)), plan(make_plan(module, named_values(module).values)) {
    for (const ir::Inst& inst : module.insts) {
      if (inst.op == ir::Op::Condition) conditions.push_back(inst);
    }
  }

  std::vector<Plane> all_inputs() const {
    std::vector<Plane> inputs;
    for (const ir::Inst& condition : conditions) {
      const TriPlane planes = planes_of(unit::condition_values(condition));
      inputs.push_back(planes.yes);
      inputs.push_back(planes.no);
    }
    return inputs;
  }

  std::vector<unit::Values> results(const std::vector<Plane>& inputs) const {
    const std::vector<Plane> outputs = run(plan.results, inputs);
    std::vector<unit::Values> roots;
    for (std::size_t i = 0; i + 1 < outputs.size(); i += 2) {
      EXPECT_TRUE((outputs[i] & outputs[i + 1]).none()) << "an item is both yes and no";
      roots.push_back(values_of({outputs[i], outputs[i + 1]}));
    }
    return roots;
  }
};

/// Without dead instructions and with each condition once, so that the plan's conditions are the
/// module's.
Case next_case(unit::RandomModules& modules) {
  return Case(opt::deduplicate(modules.next(2 + modules.below(30), 4)));
}

TEST(Plan, ResultsAreTheRootsValues) {
  unit::RandomModules modules(11);
  for (int i = 0; i < 3000; ++i) {
    const Case c = next_case(modules);
    ASSERT_EQ(c.plan.conditions.size(), c.conditions.size());
    ASSERT_EQ(c.results(c.all_inputs()), unit::root_values(c.module)) << ir::print(c.module);
  }
}

TEST(Plan, EqualInstructionsAreOneHoweverMany) {
  unit::RandomModules modules(13);
  const Case c(opt::deduplicate(modules.next(3000, 4)));
  std::set<std::tuple<contract::PlaneProgram::Op, std::uint32_t, std::uint32_t>> different;
  for (const contract::PlaneProgram::Inst& inst : c.plan.results.code)
    different.emplace(inst.op, inst.a, inst.b);
  EXPECT_GT(different.size(), 128u);  // the table has grown
  EXPECT_EQ(different.size(), c.plan.results.code.size());
  EXPECT_EQ(c.results(c.all_inputs()), unit::root_values(c.module));
}

/// Stage Items has no demand: its conditions are evaluated for all items.
std::vector<Plane> demand_of(const contract::StagePlan& stage, const std::vector<Plane>& known) {
  if (stage.demand.outputs.empty()) return std::vector<Plane>(stage.conditions.size(), ~Plane{});
  return run(stage.demand, known);
}

/// As the runtime does: a stage evaluates its conditions where they are demanded, and they are
/// unknown elsewhere.
TEST(Plan, ConditionsAreEvaluatedOnlyWhereDemanded) {
  unit::RandomModules modules(12);
  for (int i = 0; i < 3000; ++i) {
    const Case c = next_case(modules);
    const std::vector<Plane> truth = c.all_inputs();
    std::vector<Plane> known(truth.size());
    for (const contract::StagePlan& stage : c.plan.stages) {
      const std::vector<Plane> demand = demand_of(stage, known);
      for (std::size_t k = 0; k < stage.conditions.size(); ++k) {
        for (const std::uint32_t plane : {2 * stage.conditions[k], 2 * stage.conditions[k] + 1}) {
          known[plane] = truth[plane] & demand[k];
        }
      }
    }
    ASSERT_EQ(c.results(known), unit::root_values(c.module)) << ir::print(c.module);
  }
}

/// Where a condition is not demanded, its value never changes a root.
TEST(Plan, ValuesOutsideTheDemandNeverMatter) {
  unit::RandomModules modules(13);
  unit::Random random(14);
  for (int i = 0; i < 3000; ++i) {
    const Case c = next_case(modules);
    const std::vector<Plane> truth = c.all_inputs();
    std::vector<Plane> disturbed = truth;
    for (const contract::StagePlan& stage : c.plan.stages) {
      const std::vector<Plane> demand = demand_of(stage, truth);
      for (std::size_t k = 0; k < stage.conditions.size(); ++k) {
        unit::Values noise;
        for (auto& value : noise)
          value = static_cast<std::int8_t>(static_cast<int>(random() % 3) - 1);
        const TriPlane planes = planes_of(noise);
        const std::uint32_t yes = 2 * stage.conditions[k];
        disturbed = truth;
        disturbed[yes] = (truth[yes] & demand[k]) | (planes.yes & ~demand[k]);
        disturbed[yes + 1] = (truth[yes + 1] & demand[k]) | (planes.no & ~demand[k]);
        ASSERT_EQ(c.results(disturbed), unit::root_values(c.module))
            << "condition " << yes / 2 << "\n"
            << ir::print(c.module);
      }
    }
  }
}

/// The demand of a stage reads only what earlier stages know.
TEST(Plan, DemandReadsEarlierStagesOnly) {
  unit::RandomModules modules(15);
  for (int i = 0; i < 1000; ++i) {
    const Case c = next_case(modules);
    for (std::size_t stage = 0; stage < language::kStageCount; ++stage) {
      for (const contract::PlaneProgram::Inst& inst : c.plan.stages[stage].demand.code) {
        if (inst.op != contract::PlaneProgram::Op::Input) continue;
        ASSERT_LT(static_cast<std::size_t>(language::stage_of(c.plan.conditions.at(inst.a / 2))),
                  stage);
      }
    }
  }
}

TEST(Plan, ValuesAreKeptOnlyWhenAskedFor) {
  ir::Module module;
  module.insts = {unit::leaf_inst(0), unit::leaf_inst(2)};
  module.requests = {{.id = "R01", .root = 0, .gold = "a"}};
  module.conditions = {{.name = "cozy", .root = 1}, {.name = "cozy", .root = 0}};
  const contract::Plan without = make_plan(module);
  EXPECT_EQ(without.conditions.size(), 1u);
  EXPECT_EQ(without.results.outputs.size(), 2u);
  const NamedValues named = named_values(module);
  EXPECT_EQ(named.names, (std::vector<std::string>{"cozy", "cozy#2"}));
  const contract::Plan with = make_plan(module, named.values);
  EXPECT_EQ(with.conditions.size(), 2u);
  EXPECT_EQ(with.results.outputs.size(), 6u);
  ASSERT_EQ(with.requests.size(), 1u);
  EXPECT_EQ(with.requests[0].gold, "a");
}

TEST(Plan, EqualLogicIsComputedOnce) {
  ir::Module module;
  module.insts = {unit::leaf_inst(0), unit::leaf_inst(1)};
  for (int i = 0; i < 2; ++i) {
    module.insts.push_back({.op = ir::Op::And, .operands = {0, 1}, .attributes = {}, .span = {}});
  }
  module.requests = {{.id = "R01", .root = 2, .gold = {}}, {.id = "R02", .root = 3, .gold = {}}};
  const contract::PlaneProgram results = make_plan(module).results;
  EXPECT_EQ(results.code.size(), 6u) << "four inputs, one and, one or";
  EXPECT_EQ(results.outputs[0], results.outputs[2]);
  EXPECT_EQ(results.outputs[1], results.outputs[3]);
}

TEST(Plan, OfNothing) {
  const contract::Plan plan = make_plan(ir::Module());
  EXPECT_TRUE(plan.conditions.empty());
  EXPECT_TRUE(plan.results.outputs.empty());
  EXPECT_TRUE(plan.results.code.empty());
}

}  // namespace
}  // namespace seedc::plan
