// The passes: each a small function from module to module that keeps the value of every root. Any
// of them can be run alone (`seedc opt --pass=NAME`).
#pragma once

#include <span>
#include <string_view>

#include "compiler/ir/module.h"

namespace seedc::opt {

/// Operands that are joined by the same operator move up.
///   %2 = and %0, %1   %4 = and %2, %3      =>   %4 = and %0, %1, %3
ir::Module flatten(const ir::Module& module);

/// What is known without looking at data.
///   and(x, const 1) => x     and(x, const -1) => const -1     not(const 1) => const -1
///   not(not x) => x          text.any pattern="" => const 0
///   review.sentiment topic="" => const -1
///   add(value is=1, value is=1) => value is=2     div(value is=1.0, value is=0.0) stays null
ir::Module fold(const ir::Module& module);

/// Equal instructions become one, also across requests; the operands of AND and OR count as sets.
///   %0 = text.any pattern="cozy"   %1 = text.any pattern="cozy"   %2 = and %0, %1   =>   %0
ir::Module deduplicate(const ir::Module& module);

/// An operand that another one implies goes.
///   and(a, or(a, b)) => a       or(a, and(a, b)) => a       and(or(a, b), or(a, b, c)) => or(a, b)
ir::Module absorb(const ir::Module& module);

/// Operands by the price of knowing them, one order for equal programs: what items tell first, then
/// reviews, then texts; of equal price, what has fewer conditions. The order written decides among
/// the rest.
ir::Module order(const ir::Module& module);

struct Pass {
  std::string_view name;
  ir::Module (*run)(const ir::Module&);
};

/// Each pass once.
std::span<const Pass> all_passes();

/// The passes in the order in which a program runs through them; some run twice.
std::span<const Pass> pipeline();

/// The pass of that name, or null pointer.
const Pass* find_pass(std::string_view name);

/// Runs the whole pipeline.
ir::Module optimise(ir::Module module);

}  // namespace seedc::opt
