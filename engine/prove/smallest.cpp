// Tries one size after the other, each with a solver of its own: what one learns from estimates
// holds for its size alone.
#include "engine/prove/smallest.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace seedc::prove {
namespace {

constexpr double kRounding = 1e-6;

/// The search for all solutions of one size, where none is smaller.
class SizedSearch {
 public:
  SizedSearch(const SmallestTask& task, std::size_t size)
      : task_(task), size_(size), solver_(task.clauses) {
    solver_.prefer(task.counted);
  }

  /// GaveUp: not all were found.
  Solver::Outcome run(Budget& budget, Smallest& found) {
    while (true) {
      const Solver::Outcome outcome = solver_.solve(budget, [this] { return look(); });
      if (outcome != Solver::Outcome::Satisfied) return outcome;
      if (found.solutions.size() == task_.most) return Solver::Outcome::GaveUp;
      std::vector<std::size_t> solution = counted_that_are_true();
      exclude(solution);
      found.solutions.push_back(std::move(solution));
    }
  }

 private:
  Solver::Look look() const {
    const double least = task_.estimate(solver_);
    if (least > static_cast<double>(size_) + kRounding) return Solver::Look::Refuse;
    const auto is_true = [&](Literal literal) { return solver_.is_true(literal); };
    const auto count = std::ranges::count_if(task_.counted, is_true);
    return least > static_cast<double>(count) ? Solver::Look::GoOn : Solver::Look::Enough;
  }

  std::vector<std::size_t> counted_that_are_true() const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < task_.counted.size(); ++i) {
      if (solver_.is_true(task_.counted[i])) numbers.push_back(i);
    }
    return numbers;
  }

  void exclude(const std::vector<std::size_t>& solution) {
    std::vector<Literal> clause;
    for (const std::size_t number : solution) clause.push_back(negation(task_.groups[number]));
    solver_.exclude(std::move(clause));
  }

  const SmallestTask& task_;
  std::size_t size_;
  Solver solver_;
};

}  // namespace

Smallest smallest_solutions(const SmallestTask& task, Budget& budget) {
  const double least = task.estimate(task.clauses);
  if (std::isinf(least)) return {.outcome = Smallest::Outcome::Impossible};
  Solver any = task.clauses;
  any.prefer(task.counted);
  if (any.solve(budget) == Solver::Outcome::Unsatisfiable)
    return {.outcome = Smallest::Outcome::Impossible};
  auto size = static_cast<std::size_t>(std::ceil(least - kRounding));
  for (; size <= task.counted.size(); ++size) {
    Smallest found{.size = size};
    found.has_more = SizedSearch(task, size).run(budget, found) == Solver::Outcome::GaveUp;
    if (!found.solutions.empty()) return found;
    if (found.has_more) return {.outcome = Smallest::Outcome::GaveUp, .size = size};
  }
  return {.outcome = Smallest::Outcome::Impossible};
}

}  // namespace seedc::prove
