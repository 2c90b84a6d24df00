// Writes gates as clauses.
#include "engine/prove/gates.h"

#include <utility>

namespace seedc::prove {
namespace {

/// An `at_least` is written with so many counters at most.
constexpr std::size_t kMostCounters = 200'000;

}  // namespace

Gates::Gates(Solver& solver) : solver_(solver), true_(solver.new_variable()) {
  solver_.add({true_});
}

Literal Gates::all_of(std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = negation(literal);
  return negation(one_of(std::move(literals)));
}

Literal Gates::one_of(std::vector<Literal> literals) {
  if (literals.size() == 1) return literals.front();
  const Literal any = solver_.new_variable();
  for (const Literal literal : literals) solver_.add({any, negation(literal)});
  literals.push_back(negation(any));
  solver_.add(std::move(literals));
  return any;
}

/// Counts from left to right: counter j of a position is whether j + 1 of the literals up to there
/// are true.
Literal Gates::at_least(std::size_t count, const std::vector<Literal>& literals) {
  if (count == 1) return one_of(literals);
  if (count == literals.size()) return all_of(literals);
  if (count * literals.size() > kMostCounters) {
    are_too_large_ = true;
    return true_;
  }
  std::vector<Literal> counters(count, negation(true_));
  for (const Literal literal : literals) {
    std::vector<Literal> next;
    for (std::size_t j = 0; j < count; ++j)
      next.push_back(one_of({counters[j], all_of({j == 0 ? true_ : counters[j - 1], literal})}));
    counters = std::move(next);
  }
  return counters.back();
}

}  // namespace seedc::prove
