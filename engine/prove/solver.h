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
#include <functional>
#include <utility>
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

  /// The same of a clause whose literals are all false after a search: the next one goes on from
  /// there, as far as it can.
  void exclude(std::vector<Literal> clause);
  /// Searches decide on these first, in this order, and for them: a solution is the first in the
  /// order in which one with an earlier literal comes before one without.
  void prefer(std::vector<Literal> literals) { preferred_ = std::move(literals); }

  /// What values that contradict no clause, of which some may be unset, come to by other rules.
  enum class Look : std::uint8_t {
    GoOn,
    Refuse,  ///< no solution has these values
    Enough,  ///< this is a solution, whatever the others are
  };
  using Guide = std::function<Look()>;

  enum class Outcome : std::uint8_t { Satisfied, Unsatisfiable, GaveUp };
  /// What it learns holds for as long as what the guide refuses is refused.
  Outcome solve(Budget& budget, const Guide& guide = {});
  /// During a search, and after one that satisfied all clauses.
  bool is_true(Literal literal) const { return values_[literal] == Value::True; }

 private:
  enum class Value : std::uint8_t { Unset, True, False };
  using ClauseId = std::uint32_t;
  static constexpr ClauseId kDecision = ~ClauseId{0};

  void assign(Literal literal, ClauseId reason);
  /// The clause that is false, or kDecision.
  ClauseId propagate();
  std::vector<Literal> learned_from(ClauseId conflict, std::size_t& level);
  void learn(std::vector<Literal> learned, std::size_t level);
  void exclude_decisions();
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
  std::vector<Literal> preferred_;
  std::size_t next_preferred_ = 0;  ///< those before it have values
  std::vector<Literal> trail_;
  std::vector<std::size_t> decisions_;  ///< where in the trail
  std::size_t next_ = 0;                ///< of the trail to be propagated
  double weight_ = 1;
  bool is_contradiction_ = false;
};

}  // namespace seedc::prove
