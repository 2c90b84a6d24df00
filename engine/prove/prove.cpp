// Turns claims into goals that refute them, and looks for an item that meets those.
#include "engine/prove/prove.h"

#include <algorithm>

namespace seedc::prove {
namespace {

using language::Tri;

constexpr const char* kTimeUp = "the time limit was reached";

/// The ways to refute a claim: all goals of one of them.
std::vector<std::vector<Goal>> refutations(const Claim& claim) {
  const Goal left_yes{claim.left, Tri::Yes, true}, right_yes{claim.right, Tri::Yes, true};
  const Goal left_no{claim.left, Tri::No, true}, right_no{claim.right, Tri::No, true};
  const auto negated = [](Goal goal) {
    goal.holds = !goal.holds;
    return goal;
  };
  switch (claim.kind) {
    case ClaimKind::Never:
      return {{left_yes}};
    case ClaimKind::Always:
      return {{negated(left_yes)}};
    case ClaimKind::Decided:
      return {{negated(left_yes), negated(left_no)}};
    case ClaimKind::Implies:
      if (claim.is_strong) return {{left_yes, negated(right_yes)}, {right_no, negated(left_no)}};
      return {{left_yes, negated(right_yes)}};
    case ClaimKind::Same:
      return {{left_yes, negated(right_yes)},
              {right_yes, negated(left_yes)},
              {left_no, negated(right_no)},
              {right_no, negated(left_no)}};
    case ClaimKind::Disjoint:
      return {{left_yes, right_yes}};
  }
  return {};
}

/// The clause that rules out these demands together.
std::vector<Literal> clause_against(const std::vector<ConditionDemand>& reasons,
                                    const std::vector<std::size_t>& core) {
  std::vector<Literal> clause;
  for (const std::size_t number : core) {
    for (const Literal literal : reasons[number].literals) clause.push_back(negation(literal));
  }
  return clause;
}

std::vector<std::size_t> all_numbers(std::size_t count) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

}  // namespace

base::Result<Verdict> Prover::decide(const Claim& claim, Budget& budget) {
  Verdict verdict{.kind = Verdict::Kind::Proved};
  for (const std::vector<Goal>& goals : refutations(claim)) {
    auto found = refute(goals, budget);
    if (!found || found->kind == Verdict::Kind::Refuted) return found;
    if (found->kind == Verdict::Kind::Undecided && verdict.reason.empty())
      verdict = std::move(*found);
  }
  return verdict;
}

/// Proved: no item meets the goals. Each round excludes what the last item would have had to be;
/// after a search that gave up, that may have been one, so that nothing is proved any more.
base::Result<Verdict> Prover::refute(const std::vector<Goal>& goals, Budget& budget) {
  Solver solver;
  const Planes planes(module_, goals, solver);
  if (planes.is_too_large()) return Verdict{.reason = "an AT_LEAST has too many arguments"};
  std::string gave_up;
  while (true) {
    const Solver::Outcome outcome = solver.solve(budget);
    if (outcome == Solver::Outcome::GaveUp || budget.is_over()) return Verdict{.reason = kTimeUp};
    if (outcome == Solver::Outcome::Unsatisfiable) break;
    const std::vector<ConditionDemand> reasons = planes.reasons();
    std::vector<Demand> demands;
    for (const ConditionDemand& reason : reasons) demands.push_back(reason.demand);
    FoundWorld world = worlds_.find(demands, budget);
    if (world.answer == Answer::Found) {
      const auto is_met = meets(world.line, goals);
      if (!is_met) return tl::unexpected(is_met.error());
      if (*is_met)
        return Verdict{.kind = Verdict::Kind::Refuted, .counterexample = std::move(world.line)};
      world.reason = "the item that was found did not give the expected values";
    }
    if (world.core.empty()) world.core = all_numbers(reasons.size());
    if (world.answer != Answer::Impossible && gave_up.empty()) gave_up = world.reason;
    solver.add(clause_against(reasons, world.core));
  }
  if (!gave_up.empty()) return Verdict{.reason = std::move(gave_up)};
  return Verdict{.kind = Verdict::Kind::Proved};
}

base::Result<bool> Prover::meets(const std::string& line, const std::vector<Goal>& goals) const {
  if (!interpreter_) return true;
  std::vector<ir::ValueId> values;
  for (const Goal& goal : goals) values.push_back(goal.value);
  const auto found = interpreter_(line, values);
  if (!found) return tl::unexpected(found.error());
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (!goals[i].is_met((*found)[i])) return false;
  }
  return true;
}

}  // namespace seedc::prove
