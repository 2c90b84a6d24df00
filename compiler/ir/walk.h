// Finds which instructions are needed: one walk for the IR, plane programs and any other code whose
// operands precede their uses.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::ir {

/// Marks the roots of `count` instructions and everything they are computed from. `operands(i)`
/// returns a range of numbers, all lower than i. Linear in the number of operands.
template <class Roots, class Operands>
std::vector<bool> live(std::size_t count, const Roots& roots, const Operands& operands) {
  std::vector<bool> needed(count, false);
  for (const auto root : roots) needed[root] = true;
  for (std::size_t i = count; i-- > 0;) {
    if (!needed[i]) continue;
    for (const auto operand : operands(i)) needed[operand] = true;
  }
  return needed;
}

/// The same for a module's instructions.
inline std::vector<bool> live(const std::vector<Inst>& insts, std::span<const ValueId> roots) {
  return live(insts.size(), roots,
              [&](std::size_t id) -> const std::vector<ValueId>& { return insts[id].operands; });
}

}  // namespace seedc::ir
