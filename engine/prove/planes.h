// Requests as clauses: each value of the IR has two literals, whether it is yes and whether it is
// no. AND is yes if all of its arguments are, and no if one is.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"
#include "engine/prove/demand.h"
#include "engine/prove/gates.h"
#include "engine/prove/solver.h"

namespace seedc::prove {

/// Whether a value is to be yes, or no, or not to be it.
struct Goal {
  ir::ValueId value = 0;
  language::Tri plane = language::Tri::Yes;  ///< Yes or No
  bool holds = true;

  bool is_met(language::Tri found) const { return (found == plane) == holds; }
  friend auto operator<=>(const Goal&, const Goal&) = default;
};

/// What goals ask of a condition, and the literals that say so.
struct ConditionDemand {
  Demand demand;
  std::vector<Literal> literals;
};

/// The clauses of some goals and of all that they are about. The module outlives this; it has
/// nothing but logic and conditions below them.
class Planes {
 public:
  Planes(const ir::Module& module, std::span<const Goal> goals, Solver& solver);

  /// Whether the logic was too large to be written as clauses, so that nothing is known of it.
  bool is_too_large() const { return gates_.are_too_large(); }
  /// After a search: values of conditions that are enough for the goals, whatever the others are.
  std::vector<ConditionDemand> reasons() const;

 private:
  struct Literals {
    Literal yes = 0, no = 0;
  };
  Literal of(const Goal& goal) const;
  void encode(ir::ValueId id);
  Literals encode_condition(const ir::Inst& inst);
  std::vector<Goal> below(const Goal& goal) const;
  std::vector<Goal> some_below(const Goal& goal, std::size_t count) const;

  const ir::Module& module_;
  std::vector<Goal> goals_;
  Solver& solver_;
  Gates gates_;
  std::unordered_map<ir::ValueId, Literals> literals_;
  std::map<std::string, Literals> conditions_;  ///< by their text: equal ones have the same value
};

}  // namespace seedc::prove
