// Literals that are true if all, one or a number of others are, by clauses.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/prove/solver.h"

namespace seedc::prove {

/// The solver outlives this.
class Gates {
 public:
  explicit Gates(Solver& solver);

  Literal constant(bool value) const { return value ? true_ : negation(true_); }
  Literal all_of(std::vector<Literal> literals);
  Literal one_of(std::vector<Literal> literals);
  /// `count` is from 1 to the number of literals.
  Literal at_least(std::size_t count, const std::vector<Literal>& literals);

  /// Whether one of them was too large to be written, so that what the clauses say is incomplete.
  bool are_too_large() const { return are_too_large_; }

 private:
  Solver& solver_;
  Literal true_;
  bool are_too_large_ = false;
};

}  // namespace seedc::prove
