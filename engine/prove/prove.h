// Decides claims about requests for every possible item.
//
//   Prover prover(module, interpreter);
//   Verdict verdict = prover.decide({.kind = ClaimKind::Implies, .left = f, .right = g}, budget);
//
// A claim is refuted by an item. It is sought as a solution of clauses (planes.h) whose conditions
// some item meets (world.h): where none does, the clauses learn so, until an item is found or no
// solution is left. An item counts only if the interpreter, having run it, gives the values that
// refute the claim; otherwise, and where a search gives up, the claim is undecided.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "compiler/ir/module.h"
#include "engine/prove/budget.h"
#include "engine/prove/planes.h"
#include "engine/prove/world.h"
#include "runtime/base/result.h"
#include "runtime/language/tri.h"

namespace seedc::prove {

enum class ClaimKind : std::uint8_t {
  Never,     ///< left is not yes at any item
  Always,    ///< left is yes at every item
  Decided,   ///< left is not unknown at any item
  Implies,   ///< right is yes wherever left is
  Same,      ///< both have the same value at every item
  Disjoint,  ///< no item has both yes
};

struct Claim {
  ClaimKind kind = ClaimKind::Never;
  ir::ValueId left = 0, right = 0;  ///< the latter where the kind has two
  bool is_strong = false;           ///< Implies: left is no wherever right is, too
};

struct Verdict {
  enum class Kind : std::uint8_t { Proved, Refuted, Undecided };
  Kind kind = Kind::Undecided;
  std::string reason = {};          ///< why it is undecided
  std::string counterexample = {};  ///< a line of a bundle
};

/// The values, in order, at the only item of a line of a bundle. Without one an item that is found
/// is taken to be what was sought: proofs are as good, and counterexamples are guesses.
using Interpreter = std::function<base::Result<std::vector<language::Tri>>(
    const std::string& line, std::span<const ir::ValueId> values)>;

/// Not thread-safe. Keeps what it learns about patterns for further claims.
class Prover {
 public:
  /// Below the values of claims the module has only logic and conditions. It outlives this.
  Prover(const ir::Module& module, Interpreter interpreter)
      : module_(module), interpreter_(std::move(interpreter)) {}

  /// Fails as the interpreter does.
  base::Result<Verdict> decide(const Claim& claim, Budget& budget);

 private:
  base::Result<Verdict> refute(const std::vector<Goal>& goals, Budget& budget);
  base::Result<bool> meets(const std::string& line, const std::vector<Goal>& goals) const;

  const ir::Module& module_;
  Interpreter interpreter_;
  WorldSearch worlds_;
};

}  // namespace seedc::prove
