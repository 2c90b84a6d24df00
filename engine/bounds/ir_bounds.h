// What the values of a formula may be, whatever the data has: its instructions followed with
// bounds in place of values.
//
// A value is bounded where it is evaluated: in a branch of a conditional, and behind an operand of
// `and` or `or`, what has been decided there bounds what it was decided by. So the divisor of
// `A / N if N > 0 else 0` is at least 1, and of two rules `N > 3` and `N > 10` the second never
// applies. What is computed of rows is bounded by the conditions on them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"
#include "compiler/ir/types.h"
#include "engine/bounds/bound.h"
#include "runtime/language/string_pool.h"

namespace seedc::bounds {

/// <, <=, >, >=, == or !=.
bool is_comparison(ir::Op op);

/// The operand of a comparison or a test that is no literal, the first one if neither is.
ir::ValueId subject_of(const ir::Module& module, ir::ValueId test);

/// The module outlives it.
class IrBounds {
 public:
  /// What values can be that are known without evaluating them.
  using Known = std::unordered_map<ir::ValueId, Bound>;

  /// `numbers`: of each instruction one that is equal for equal instructions. `unknown`: values
  /// that may be anything of their kind, as those that a run sets. `reads`: instructions that read
  /// the data.
  IrBounds(const ir::Module& module, std::vector<ir::ValueId> numbers,
           std::span<const ir::ValueId> unknown, Known reads);

  /// Follows values and everything that they are computed from, where `conditions` hold of all
  /// rows.
  void look_at(std::span<const ir::ValueId> roots, std::span<const ir::ValueId> conditions);

  /// All that an instruction was found to be, wherever it was evaluated; a null pointer if it was
  /// not, as no branch that leads there can be taken.
  const Bound* seen(ir::ValueId value) const;
  const Known& all_seen() const { return seen_; }
  /// The same for what a comparison or a test is about (subject_of), where that is evaluated.
  const Bound* seen_operand(ir::ValueId test) const;
  /// All that a value can be, as far as that is known without evaluating it.
  Bound anything_like(ir::ValueId value) const;
  /// The instruction behind steps and conversions, as far as it is known.
  ir::ValueId behind(ir::ValueId value) const;
  /// Whether it took too long, so that values may not have been seen that can be.
  bool gave_up() const { return gave_up_; }

 private:
  /// A branch.
  struct Scope {
    Known assumed;                ///< by the number of the value
    Known known;                  ///< what was evaluated here
    std::shared_ptr<Scope> rows;  ///< once it was asked for: what is so of rows, besides
    int depth = 0;
  };
  static constexpr std::size_t kMostEvaluations = 200'000;
  static constexpr int kMostDepth = 1000;  ///< of values in values: each takes of the stack

  Bound value_of(ir::ValueId value, Scope& scope);

  // The rules of `computed`.
  Bound computed(ir::ValueId value, Scope& scope);
  Bound field(ir::ValueId value, Scope& scope);
  Bound scalar(ir::ValueId value, Scope& scope);
  Bound null(ir::ValueId value, Scope& scope);
  Bound tested(ir::ValueId value, Scope& scope);
  Bound looked_up(ir::ValueId value, Scope& scope);
  Bound counted(ir::ValueId value, Scope& scope);
  Bound total(ir::ValueId value, Scope& scope);
  Bound best(ir::ValueId value, Scope& scope);
  Bound step(ir::ValueId value, Scope& scope);
  Bound inner(ir::ValueId value, Scope& scope);
  Bound chosen(ir::ValueId value, Scope& scope);
  Bound joined(ir::ValueId value, Scope& scope);
  Bound compared(ir::ValueId value, Scope& scope);
  Bound operation(ir::ValueId value, Scope& scope);
  Bound quotient(ir::ValueId value, Scope& scope);
  Bound unbound(ir::ValueId value, Scope& scope);

  /// What is divided is counted, or summed, among the rows that the divisor counts: of each row
  /// one, or its value; std::nullopt if it is not so.
  std::optional<Bound> of_one_row(const ir::Inst& quotient, Scope& scope);
  /// Whether the other holds wherever the predicate holds, as it is a part of it.
  bool is_within(ir::ValueId predicate, ir::ValueId other) const;

  Scope& scope_of_rows(Scope& scope);
  /// Of a row, where the condition of the aggregate holds; without rows, empty.
  Bound row_value(const ir::Inst& aggregate, Scope& scope);

  /// What is known of a value without evaluating it.
  Bound known_of(ir::ValueId value, const Scope& scope) const;
  /// What a condition that was assumed consists of may be anything where it is not evaluated.
  void widen_parts(ir::ValueId condition);

  /// The scope where the condition is decided so; std::nullopt if it cannot be.
  /// `or_null`: or is null.
  std::optional<Scope> scope_where(ir::ValueId condition, bool is_true, bool or_null,
                                   const Scope& scope);
  // Each returns whether what is assumed is possible.
  bool assume(ir::ValueId condition, bool is_true, bool or_null, const Scope& from, Scope& to);
  bool assume_comparison(const ir::Inst& comparison, bool is_true, bool or_null, const Scope& from,
                         Scope& to);
  bool assume_test(const ir::Inst& holds, const Scope& from, Scope& to);
  bool narrow(ir::ValueId value, const Bound& bound, const Scope& from, Scope& to);

  const ir::Module& module_;
  std::vector<ir::Type> types_;
  std::vector<ir::ValueId> numbers_;
  Known reads_;
  Known unknown_;
  Known seen_;
  Known operands_;
  std::vector<ir::ValueId> conditions_;  ///< which hold of all rows
  language::StringPool strings_;
  std::size_t evaluations_ = 0;
  bool gave_up_ = false;
};

}  // namespace seedc::bounds
