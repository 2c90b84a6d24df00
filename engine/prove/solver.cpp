// Implements the search with two watched literals per clause.
#include "engine/prove/solver.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace seedc::prove {
namespace {

constexpr std::uint32_t variable_of(Literal literal) { return literal / 2; }

}  // namespace

Literal Solver::new_variable() {
  const auto variable = static_cast<std::uint32_t>(levels_.size());
  values_.resize(values_.size() + 2, Value::Unset);
  watches_.resize(watches_.size() + 2);
  levels_.push_back(0);
  reasons_.push_back(kDecision);
  uses_.push_back(0);
  return 2 * variable;
}

void Solver::add(std::vector<Literal> clause) {
  undo_to(0);
  std::ranges::sort(clause);
  clause.erase(std::ranges::unique(clause).begin(), clause.end());
  for (std::size_t i = 0; i + 1 < clause.size(); ++i) {
    if (clause[i + 1] == negation(clause[i])) return;
  }
  std::erase_if(clause, [&](Literal literal) { return values_[literal] == Value::False; });
  if (std::ranges::any_of(clause, [&](Literal literal) { return is_true(literal); })) return;
  if (clause.empty()) {
    is_contradiction_ = true;
  } else if (clause.size() == 1) {
    assign(clause.front(), kDecision);
    if (propagate() != kDecision) is_contradiction_ = true;
  } else {
    clauses_.push_back(std::move(clause));
    watch(static_cast<ClauseId>(clauses_.size() - 1));
  }
}

void Solver::watch(ClauseId id) {
  watches_[clauses_[id][0]].push_back(id);
  watches_[clauses_[id][1]].push_back(id);
}

void Solver::assign(Literal literal, ClauseId reason) {
  values_[literal] = Value::True;
  values_[negation(literal)] = Value::False;
  levels_[variable_of(literal)] = level();
  reasons_[variable_of(literal)] = reason;
  trail_.push_back(literal);
}

Solver::ClauseId Solver::propagate() {
  while (next_ < trail_.size()) {
    const Literal falsified = negation(trail_[next_++]);
    std::vector<ClauseId> watching = std::exchange(watches_[falsified], {});
    for (std::size_t i = 0; i < watching.size(); ++i) {
      std::vector<Literal>& clause = clauses_[watching[i]];
      if (clause[0] == falsified) std::swap(clause[0], clause[1]);
      if (values_[clause[0]] == Value::True) {
        watches_[falsified].push_back(watching[i]);
        continue;
      }
      const auto other = std::find_if(clause.begin() + 2, clause.end(), [&](Literal literal) {
        return values_[literal] != Value::False;
      });
      if (other != clause.end()) {
        std::swap(clause[1], *other);
        watches_[clause[1]].push_back(watching[i]);
        continue;
      }
      watches_[falsified].push_back(watching[i]);
      if (values_[clause[0]] == Value::False) {
        watches_[falsified].insert(watches_[falsified].end(),
                                   watching.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                   watching.end());
        return watching[i];
      }
      assign(clause[0], watching[i]);
    }
  }
  return kDecision;
}

/// The clause at the first point where one literal of the last level implies the conflict, that
/// literal first; `level` is the one at which it has an effect.
std::vector<Literal> Solver::learned_from(ClauseId conflict, std::size_t& level) {
  std::vector<Literal> learned = {0};
  std::vector<bool> seen(levels_.size());
  std::size_t open = 0, at = trail_.size();
  ClauseId clause = conflict;
  Literal pivot = 0;
  bool is_first = true;
  do {
    for (const Literal literal : clauses_[clause]) {
      const std::uint32_t variable = variable_of(literal);
      if ((!is_first && literal == pivot) || seen[variable] || levels_[variable] == 0) continue;
      seen[variable] = true;
      count_use(variable);
      if (levels_[variable] == this->level()) {
        ++open;
      } else {
        learned.push_back(literal);
      }
    }
    while (!seen[variable_of(trail_[--at])]) {
    }
    pivot = trail_[at];
    clause = reasons_[variable_of(pivot)];
    is_first = false;
  } while (--open > 0);
  learned[0] = negation(pivot);
  level = 0;
  for (std::size_t i = 1; i < learned.size(); ++i) {
    if (levels_[variable_of(learned[i])] <= level) continue;
    level = levels_[variable_of(learned[i])];
    std::swap(learned[1], learned[i]);
  }
  return learned;
}

void Solver::count_use(std::uint32_t variable) {
  constexpr double kMost = 1e100;
  uses_[variable] += weight_;
  if (uses_[variable] < kMost) return;
  for (double& use : uses_) use /= kMost;
  weight_ /= kMost;
}

void Solver::undo_to(std::size_t level) {
  if (this->level() <= level) return;
  const std::size_t size = decisions_[level];
  while (trail_.size() > size) {
    values_[trail_.back()] = values_[negation(trail_.back())] = Value::Unset;
    trail_.pop_back();
  }
  decisions_.resize(level);
  next_ = trail_.size();
  next_preferred_ = 0;
}

/// Assumes the next preferred literal, or that the variable with most uses is false: little is
/// asked for then.
bool Solver::decide() {
  for (; next_preferred_ < preferred_.size(); ++next_preferred_) {
    if (values_[preferred_[next_preferred_]] != Value::Unset) continue;
    decisions_.push_back(trail_.size());
    assign(preferred_[next_preferred_], kDecision);
    return true;
  }
  std::uint32_t best = ~std::uint32_t{0};
  for (std::uint32_t variable = 0; variable < levels_.size(); ++variable) {
    if (values_[2 * variable] != Value::Unset) continue;
    if (best == ~std::uint32_t{0} || uses_[variable] > uses_[best]) best = variable;
  }
  if (best == ~std::uint32_t{0}) return false;
  decisions_.push_back(trail_.size());
  assign(2 * best + 1, kDecision);
  return true;
}

/// `learned` has its first literal implied once the search is back at `level`, and its second one
/// of that level.
void Solver::learn(std::vector<Literal> learned, std::size_t level) {
  constexpr double kFresher = 1.05;
  undo_to(level);
  weight_ *= kFresher;
  const Literal implied = learned.front();
  if (learned.size() == 1) {
    assign(implied, kDecision);
    return;
  }
  clauses_.push_back(std::move(learned));
  watch(static_cast<ClauseId>(clauses_.size() - 1));
  assign(implied, static_cast<ClauseId>(clauses_.size() - 1));
}

void Solver::exclude(std::vector<Literal> clause) {
  const auto level_of = [&](Literal literal) { return levels_[variable_of(literal)]; };
  std::ranges::stable_sort(clause, std::greater(), level_of);
  const std::size_t last = clause.empty() ? 0 : level_of(clause.front());
  const std::size_t before = clause.size() < 2 ? 0 : level_of(clause[1]);
  if (last == 0) {
    is_contradiction_ = true;
  } else if (before < last) {
    learn(std::move(clause), before);
  } else {
    undo_to(last - 1);
    clauses_.push_back(std::move(clause));
    watch(static_cast<ClauseId>(clauses_.size() - 1));
  }
}

/// All other values follow from the decisions.
void Solver::exclude_decisions() {
  std::vector<Literal> learned;
  for (std::size_t level = decisions_.size(); level-- > 0;)
    learned.push_back(negation(trail_[decisions_[level]]));
  learn(std::move(learned), level() - 1);
}

Solver::Outcome Solver::solve(Budget& budget, const Guide& guide) {
  while (!is_contradiction_) {
    if (budget.is_over()) return Outcome::GaveUp;
    const ClauseId conflict = propagate();
    const Look look = conflict == kDecision && guide ? guide() : Look::GoOn;
    if (look == Look::Enough) return Outcome::Satisfied;
    if (conflict == kDecision && look == Look::GoOn) {
      if (!decide()) return Outcome::Satisfied;
      continue;
    }
    if (level() == 0) break;
    if (look == Look::Refuse) {
      exclude_decisions();
      continue;
    }
    std::size_t back = 0;
    std::vector<Literal> learned = learned_from(conflict, back);
    learn(std::move(learned), back);
  }
  is_contradiction_ = true;
  return Outcome::Unsatisfiable;
}

}  // namespace seedc::prove
