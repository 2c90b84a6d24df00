// The passes: each is a function from module to module that preserves the value of every root. Each
// can be run alone. They expect a verified module and produce one, in which instructions may be
// left that no root needs any more; they have no state, so any thread may call them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/ir/module.h"
#include "runtime/base/call.h"

namespace seedc::opt {

/// Moves operands of a nested operator up into an operator of the same kind.
///   %2 = and %0, %1   %4 = and %2, %3      =>   %4 = and %0, %1, %3
ir::Module flatten(ir::Module module);

/// Evaluates what is known without looking at data.
///   and(x, const 1) => x     and(x, const -1) => const -1     not(const 1) => const -1
///   not(not x) => x          text.any pattern="" => const 0
///   at_least k=1 => or       at_least k=n => and      of const 1 and -1: counted
///   review.sentiment topic="" => const -1
///   add(value is=1, value is=1) => value is=2     div(value is=1.0, value is=0.0) stays null
ir::Module fold(ir::Module module);

/// Merges equal instructions, also across requests; the operands of AND and OR are treated as sets.
///   %0 = text.any pattern="cozy"   %1 = text.any pattern="cozy"   %2 = and %0, %1   =>   %0
ir::Module deduplicate(ir::Module module);

/// Removes an operand that another one implies.
///   and(a, or(a, b)) => a       or(a, and(a, b)) => a       and(or(a, b), or(a, b, c)) => or(a, b)
ir::Module absorb(ir::Module module);

/// Sorts operands by cost, so that equal programs get one order: conditions on items first, then on
/// reviews, then on texts; at equal cost the operand with fewer conditions comes first, then the
/// one written first.
ir::Module order(ir::Module module);

struct Pass {
  std::string_view name;
  ir::Module (*run)(ir::Module);
};

/// All passes, each once.
std::span<const Pass> all_passes();

/// The passes in the order in which they run on a program; some run twice.
std::span<const Pass> pipeline();

/// The pass of that name; a null pointer if there is none.
const Pass* find_pass(std::string_view name);

/// Whether named conditions are roots.
enum class Names : std::uint8_t { Kept, Dropped };

/// A copy of the instructions that roots need, for the pipeline: conditions that are one object are
/// one instruction, so that the passes see each condition of many programs once.
ir::Module condensed(const ir::Module& module, Names names);

/// Runs the whole pipeline. Checks the call before each pass.
ir::Module optimise(ir::Module module, const base::Call& call = {});

}  // namespace seedc::opt
