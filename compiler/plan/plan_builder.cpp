// Builds the plan of a module: its conditions, result program and demand programs.
#include "compiler/plan/plan_builder.h"

#include <unordered_map>
#include <unordered_set>

#include "compiler/ir/walk.h"
#include "compiler/plan/formula_plan.h"
#include "compiler/plan/patterns.h"
#include "compiler/plan/plane_builder.h"
#include "runtime/base/text_hash.h"

namespace seedc::plan {
namespace {

using ir::ValueId;
using Plane = PlaneBuilder::Plane;

using TriPlanes = language::TriBits<Plane>;

/// The condition with its patterns translated for the runtime's engines.
language::Condition with_patterns(language::Condition condition) {
  const auto translate_one = [](language::Pattern& pattern) {
    if (!pattern.source.empty()) translate(pattern);
  };
  const auto translate = [&]<class T>(std::string_view, T& field) {
    if constexpr (std::is_same_v<T, language::Pattern>) {
      translate_one(field);
    } else if constexpr (std::is_same_v<T, std::optional<language::Pattern>>) {
      if (field) translate_one(*field);
    }
  };
  std::visit([&](auto& each) { language::for_each_field(each, translate); }, condition);
  return condition;
}

class PlanBuilder {
 public:
  explicit PlanBuilder(const ir::Module& module) : module_(module) {}

  contract::Plan run(std::span<const ValueId> values) {
    collect_requests();
    roots_.insert(roots_.end(), values.begin(), values.end());
    collect_conditions();
    plan_stage(language::Stage::Reviews);
    plan_stage(language::Stage::Texts);
    plan_results();
    plan_.formulas = plan_formulas(module_);
    return std::move(plan_);
  }

 private:
  void collect_requests() {
    const auto outputs = places_of_outputs();
    for (const ir::Request& request : module_.requests) {
      std::optional<contract::Rank> rank;
      if (request.rank) {
        rank = outputs.at(request.rank->value);
        rank->descending = request.rank->descending;
      }
      plan_.requests.push_back({request.id, request.gold, rank});
      roots_.push_back(request.root);
    }
  }

  /// The first location of each output among the formulas.
  std::unordered_map<ValueId, contract::Rank> places_of_outputs() const {
    std::unordered_map<ValueId, contract::Rank> places;
    for (std::uint32_t formula = 0; formula < module_.formulas.size(); ++formula) {
      const std::vector<ir::Output>& outputs = module_.formulas[formula].outputs;
      for (std::uint32_t output = 0; output < outputs.size(); ++output)
        places.try_emplace(outputs[output].value,
                           contract::Rank{.formula = formula, .output = output});
    }
    return places;
  }

  /// Numbers the conditions that a root needs.
  void collect_conditions() {
    live_ = ir::live(module_.insts, roots_);
    condition_number_.assign(module_.insts.size(), 0);
    for (std::size_t id = 0; id < module_.insts.size(); ++id) {
      if (!live_[id] || module_.insts[id].op != ir::Op::Condition) continue;
      condition_number_[id] = static_cast<std::uint32_t>(plan_.conditions.size());
      plan_.conditions.push_back(with_patterns(*module_.insts[id].condition));
      const auto stage = static_cast<std::size_t>(language::stage_of(plan_.conditions.back()));
      plan_.stages[stage].conditions.push_back(condition_number_[id]);
    }
  }

  std::uint32_t input_count() const {
    return static_cast<std::uint32_t>(2 * plan_.conditions.size());
  }

  /// The planes of every value if only conditions of stages before `end` are known. The others
  /// count as 0, so a nonzero value is certain.
  std::vector<TriPlanes> values(PlaneBuilder& planes, std::size_t end) const {
    std::vector<TriPlanes> values(module_.insts.size(), {planes.zero(), planes.zero()});
    for (std::size_t id = 0; id < module_.insts.size(); ++id) {
      if (live_[id]) values[id] = value(planes, static_cast<ValueId>(id), values, end);
    }
    return values;
  }

  TriPlanes value(PlaneBuilder& planes, ValueId id, const std::vector<TriPlanes>& values,
                  std::size_t end) const {
    const ir::Inst& inst = module_.insts[id];
    if (inst.op == ir::Op::Const) {
      const auto tri = static_cast<language::Tri>(*inst.attributes[0].as<std::int64_t>());
      return language::tri_bits(tri, planes.ones(), planes.zero());
    }
    if (inst.op == ir::Op::Not) return !values[inst.operands[0]];
    if (inst.op == ir::Op::Condition) {
      const std::uint32_t condition = condition_number_[id];
      if (static_cast<std::size_t>(language::stage_of(plan_.conditions[condition])) >= end)
        return values[id];
      return {planes.input(2 * condition), planes.input(2 * condition + 1)};
    }
    if (inst.op == ir::Op::AtLeast) {
      std::vector<TriPlanes> operands;
      for (const ValueId operand : inst.operands) operands.push_back(values[operand]);
      return language::at_least(planes, ir::least_of(inst), operands);
    }
    const bool is_and = inst.op == ir::Op::And;
    TriPlanes result = language::tri_bits(is_and ? language::Tri::Yes : language::Tri::No,
                                          planes.ones(), planes.zero());
    for (const ValueId operand : inst.operands) {
      result = is_and ? language::both(planes, result, values[operand])
                      : language::either(planes, result, values[operand]);
    }
    return result;
  }

  /// Computes where each of the stage's conditions can still change a root: everywhere for a root
  /// itself, below an AND that is not yet -1, below an OR that is not yet +1, and below an AT_LEAST
  /// that is neither.
  void plan_stage(language::Stage stage) {
    contract::StagePlan& stage_plan = plan_.stages[static_cast<std::size_t>(stage)];
    PlaneBuilder planes(input_count());
    const std::vector<TriPlanes> known = values(planes, static_cast<std::size_t>(stage));
    std::vector<Plane> demand(module_.insts.size(), planes.zero());
    for (const ValueId root : roots_) demand[root] = planes.ones();
    std::vector<Plane> outputs(plan_.conditions.size(), planes.zero());
    for (std::size_t id = module_.insts.size(); id-- > 0;) {
      const ir::Inst& inst = module_.insts[id];
      if (!live_[id]) continue;
      if (inst.op == ir::Op::Condition) outputs[condition_number_[id]] = demand[id];
      Plane below = demand[id];
      const bool is_least = inst.op == ir::Op::AtLeast;
      if (inst.op == ir::Op::And || is_least) below = planes.without(below, known[id].no);
      if (inst.op == ir::Op::Or || is_least) below = planes.without(below, known[id].yes);
      for (const ValueId operand : inst.operands)
        demand[operand] = planes.either(demand[operand], below);
    }
    std::vector<Plane> wanted;
    for (const std::uint32_t condition : stage_plan.conditions)
      wanted.push_back(outputs[condition]);
    stage_plan.demand = planes.finish(wanted);
  }

  void plan_results() {
    PlaneBuilder planes(input_count());
    const std::vector<TriPlanes> all = values(planes, language::kStageCount);
    std::vector<Plane> outputs;
    for (const ValueId root : roots_) {
      outputs.push_back(all[root].yes);
      outputs.push_back(all[root].no);
    }
    plan_.results = planes.finish(outputs);
  }

  const ir::Module& module_;
  contract::Plan plan_;
  std::vector<ValueId> roots_;
  std::vector<bool> live_;
  std::vector<std::uint32_t> condition_number_;
};

}  // namespace

contract::Plan make_plan(const ir::Module& module, std::span<const ValueId> values) {
  return PlanBuilder(module).run(values);
}

NamedValues named_values(const ir::Module& module) {
  NamedValues named;
  std::unordered_set<std::string, base::TextHash> taken;
  std::unordered_map<std::string, std::size_t, base::TextHash> repeated;
  for (const ir::Condition& condition : module.conditions) {
    std::string name = condition.name;
    while (!taken.insert(name).second)
      name = condition.name + '#' + std::to_string(++repeated[condition.name] + 1);
    named.names.push_back(std::move(name));
    named.values.push_back(condition.root);
  }
  return named;
}

}  // namespace seedc::plan
