// What follows from the meaning of conditions, whatever the item, as engine/prove decides it:
//
//   AND(stars >= 4, stars < 2)            never satisfied
//   AND(stars >= 3, stars >= 4)           the first argument changes nothing
//   AND(cozy, review_text("co"))          the second argument changes nothing beside `cozy`
//
// What is not decided within the limits is not reported. `redundancy` has the laws of logic, which
// take no search and hold for requests of any size, and `bounds` what numbers alone decide; this
// passes over what these have found.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "engine/lint/proofs.h"
#include "engine/lint/spelling.h"
#include "engine/lint/value_numbers.h"
#include "engine/prove/prove.h"
#include "runtime/base/call.h"

namespace seedc::lint {

/// Not thread-safe.
class Meaning {
 public:
  /// `values` belong to the module of `numbers`, by its canonical numbers. All outlive this.
  Meaning(const ValueNumbers& numbers, const check::ExprValues& values, Proofs& proofs,
          base::Call call);
  Meaning(const Meaning&) = delete;
  Meaning& operator=(const Meaning&) = delete;

  /// Whether an earlier call kept that nothing is to be said of a tree, written with this text.
  bool is_faultless(const ast::Expr& tree, std::string_view text) const;
  void keep_faultless(const ast::Expr& tree, std::string_view text);

  /// An operator that no item satisfies, or none fails; or a condition of several tests that no
  /// review meets together.
  struct Settled {
    const ast::Expr* expr = nullptr;
    bool is_never = false;
    /// Two of its arguments that have this effect alone; null pointers if it takes more.
    const ast::Expr* first = nullptr;
    const ast::Expr* second = nullptr;
  };
  /// Those of a tree: the innermost, outside of `known`.
  std::vector<Settled> settled(const ast::Expr& tree, const KnownExprs& known);

  /// An argument without which the tree has the same values at every item.
  struct Needless {
    const ast::Expr* expr = nullptr;
    const ast::Expr* parent = nullptr;
    std::size_t index = 0;  ///< in its parent
    /// Another argument that decides it alone; a null pointer if it takes more.
    const ast::Expr* because = nullptr;
    /// Those before it that must go first: alone it changes something.
    std::size_t after = 0;
  };
  /// All that can go from a tree at once, besides what is dropped from it already. In the order in
  /// which they can go one by one.
  std::vector<Needless> needless(const ast::Expr& tree, Dropped dropped);

 private:
  class SettledSearch;
  class NeedlessSearch;

  bool is_small(const ast::Expr& tree) const;
  std::optional<ir::ValueId> value_of(const ast::Expr& expr) const;
  /// Whether every operator has a value of its own, on the values of its arguments.
  bool is_plain(const ast::Expr& tree) const;
  /// The value of a plain tree without some of its arguments; std::nullopt if none is left.
  std::optional<ir::ValueId> value_without(const ast::Expr& tree, const Dropped& dropped);
  ir::ValueId negation_of(ir::ValueId value);
  ir::ValueId add(ir::Inst inst);
  void add_term(const ir::Inst& inst);
  bool proves(const prove::Claim& claim);

  const check::ExprValues& values_;
  const std::vector<ir::ValueId>& canonical_;
  base::Call call_;
  prove::Budget::Clock::time_point deadline_;
  ir::Module module_;  ///< grows with the values that are asked about
  Proofs& proofs_;
  std::vector<Proofs::Term> terms_;  ///< by the instructions of the module
  prove::Prover prover_;
};

}  // namespace seedc::lint
