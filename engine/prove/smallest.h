// All smallest solutions of clauses: those in which the fewest of some literals are true.
//
//   a or b, b or c   ->   {b}
//   a or b, c or d   ->   {a, c}, {a, d}, {b, c}, {b, d}
//
// The sizes are tried from the least on. Each solution of a size is excluded by a clause, until
// there is no other, and an estimate of what solutions take at least cuts the search short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/prove/budget.h"
#include "engine/prove/solver.h"

namespace seedc::prove {

struct SmallestTask {
  Solver clauses;
  std::vector<Literal> counted;  ///< solutions with earlier ones come first
  /// Of literals that belong together only one is in a solution, and only the first solution with
  /// them counts: the literal that is true if one of them is, by the number of each.
  std::vector<Literal> groups;
  /// How many of the counted are true in every solution with the values so far, including those
  /// that are true already, or more; infinity if there is none. As many as are true already if
  /// these make a solution, whatever the others are.
  std::function<double(const Solver&)> estimate;
  std::size_t most = 100;  ///< solutions
};

struct Smallest {
  enum class Outcome : std::uint8_t {
    Found,
    Impossible,  ///< there is no solution
    GaveUp,      ///< the budget ended first; no solution is smaller than `size`
  };
  Outcome outcome = Outcome::Found;
  std::size_t size = 0;
  std::vector<std::vector<std::size_t>> solutions;  ///< numbers of the literals that are true
  bool has_more = false;  ///< there are more solutions, or the budget ended before that was known
};

Smallest smallest_solutions(const SmallestTask& task, Budget& budget);

}  // namespace seedc::prove
