// A solver for propositional formulas in clauses: searches with unit propagation, learns a clause
// from each conflict, jumps back over decisions that had no part in it, and can be given further
// clauses between searches, as theories find them.
//
//   Solver solver;
//   Literal a = solver.new_variable(), b = solver.new_variable();
//   solver.add({a, b});
//   solver.add({negation(a)});
//   solver.solve(budget);          // Outcome::Satisfied; solver.is_true(b)
#pragma once

#include <cstdint>
#include <vector>

#include "engine/prove/budget.h"

namespace seedc::prove {

/// Twice a variable's number, plus one for its negation.
using Literal = std::uint32_t;
constexpr Literal negation(Literal literal) { return literal ^ 1U; }

/// Not thread-safe.
class Solver {
 public:
  /// The literal that is true where the variable is.
  Literal new_variable();
  /// One of the literals must be true. Undoes the last search.
  void add(std::vector<Literal> clause);

  enum class Outcome : std::uint8_t { Satisfied, Unsatisfiable, GaveUp };
  Outcome solve(Budget& budget);
  /// After a search that satisfied all clauses.
  bool is_true(Literal literal) const { return values_[literal] == Value::True; }

 private:
  enum class Value : std::uint8_t { Unset, True, False };
  using ClauseId = std::uint32_t;
  static constexpr ClauseId kDecision = ~ClauseId{0};

  void assign(Literal literal, ClauseId reason);
  /// The clause that is false, or kDecision.
  ClauseId propagate();
  std::vector<Literal> learned_from(ClauseId conflict, std::size_t& level);
  void undo_to(std::size_t level);
  void watch(ClauseId id);
  bool decide();
  std::size_t level() const { return decisions_.size(); }
  void count_use(std::uint32_t variable);

  std::vector<std::vector<Literal>> clauses_;
  std::vector<std::vector<ClauseId>> watches_;  ///< by literal: the clauses that watch it
  std::vector<Value> values_;                   ///< by literal
  std::vector<std::size_t> levels_;             ///< by variable
  std::vector<ClauseId> reasons_;               ///< by variable
  std::vector<double> uses_;                    ///< by variable: how often in recent conflicts
  std::vector<Literal> trail_;
  std::vector<std::size_t> decisions_;  ///< where in the trail
  std::size_t next_ = 0;                ///< of the trail to be propagated
  double weight_ = 1;
  bool is_contradiction_ = false;
};

}  // namespace seedc::prove
