// Writes logic as clauses, and finds the conditions that make a solution one.
#include "engine/prove/planes.h"

#include <algorithm>
#include <set>

#include "compiler/ir/walk.h"

namespace seedc::prove {
namespace {

using ir::Op;
using language::Tri;

}  // namespace

Planes::Planes(const ir::Module& module, std::span<const Goal> goals, Solver& solver)
    : module_(module), goals_(goals.begin(), goals.end()), solver_(solver), gates_(solver) {
  std::vector<ir::ValueId> roots;
  for (const Goal& goal : goals_) roots.push_back(goal.value);
  const auto operands = [&](ir::ValueId id) -> const std::vector<ir::ValueId>& {
    return module_.insts[id].operands;
  };
  for (const ir::ValueId id : ir::reachable(roots, operands)) encode(id);
  for (const Goal& goal : goals_) solver_.add({of(goal)});
}

Literal Planes::of(const Goal& goal) const {
  const Literals& literals = literals_.at(goal.value);
  const Literal literal = goal.plane == Tri::Yes ? literals.yes : literals.no;
  return goal.holds ? literal : negation(literal);
}

void Planes::encode(ir::ValueId id) {
  const ir::Inst& inst = module_.insts[id];
  std::vector<Literal> yes, no;
  for (const ir::ValueId operand : inst.operands) {
    yes.push_back(literals_.at(operand).yes);
    no.push_back(literals_.at(operand).no);
  }
  Literals& literals = literals_[id];
  if (inst.op == Op::Condition) {
    literals = encode_condition(inst);
  } else if (inst.op == Op::Const) {
    const std::int64_t value = *inst.attributes[0].as<std::int64_t>();
    literals = {gates_.constant(value > 0), gates_.constant(value < 0)};
  } else if (inst.op == Op::Not) {
    literals = {no.front(), yes.front()};
  } else if (inst.op == Op::AtLeast) {
    const std::size_t least = ir::least_of(inst);
    literals = {gates_.at_least(least, yes), gates_.at_least(yes.size() - least + 1, no)};
  } else if (inst.op == Op::And) {
    literals = {gates_.all_of(std::move(yes)), gates_.one_of(std::move(no))};
  } else {
    literals = {gates_.one_of(std::move(yes)), gates_.all_of(std::move(no))};
  }
}

Planes::Literals Planes::encode_condition(const ir::Inst& inst) {
  const auto [entry, is_new] = conditions_.emplace(ir::operation_text(inst), Literals());
  if (is_new) {
    entry->second = {solver_.new_variable(), solver_.new_variable()};
    solver_.add({negation(entry->second.yes), negation(entry->second.no)});
  }
  return entry->second;
}

std::vector<ConditionDemand> Planes::reasons() const {
  std::map<std::string, ConditionDemand> demands;
  std::set<Goal> seen;
  std::vector<Goal> open = goals_;
  while (!open.empty()) {
    const Goal goal = open.back();
    open.pop_back();
    if (!seen.insert(goal).second) continue;
    const ir::Inst& inst = module_.insts[goal.value];
    if (inst.op == Op::Condition) {
      ConditionDemand& demand = demands[ir::operation_text(inst)];
      demand.demand.condition = inst.condition.get();
      const TriSet allowed =
          goal.holds ? TriSet::of(goal.plane) : TriSet::all().without(goal.plane);
      demand.demand.allowed = demand.demand.allowed & allowed;
      demand.literals.push_back(of(goal));
      continue;
    }
    for (const Goal& next : below(goal)) open.push_back(next);
  }
  std::vector<ConditionDemand> list;
  for (auto& [text, demand] : demands) list.push_back(std::move(demand));
  return list;
}

/// Goals at the operands that are met, and that together meet this one.
std::vector<Goal> Planes::below(const Goal& goal) const {
  const ir::Inst& inst = module_.insts[goal.value];
  if (inst.op == Op::Const) return {};
  if (inst.op == Op::Not) return {{inst.operands.front(), !goal.plane, goal.holds}};
  const std::size_t all = inst.operands.size();
  const std::size_t least = inst.op == Op::And ? all : inst.op == Op::Or ? 1 : ir::least_of(inst);
  const std::size_t met = goal.plane == Tri::Yes ? least : all - least + 1;
  return some_below(goal, goal.holds ? met : all - met + 1);
}

/// That many operands for which the same holds: conditions before others.
std::vector<Goal> Planes::some_below(const Goal& goal, std::size_t count) const {
  std::vector<Goal> goals;
  for (const bool wants_condition : {true, false}) {
    for (const ir::ValueId operand : module_.insts[goal.value].operands) {
      if (goals.size() == count) return goals;
      const Goal next{operand, goal.plane, goal.holds};
      const bool is_condition = module_.insts[operand].op == Op::Condition;
      if (is_condition == wants_condition && solver_.is_true(of(next))) goals.push_back(next);
    }
  }
  return goals;
}

}  // namespace seedc::prove
