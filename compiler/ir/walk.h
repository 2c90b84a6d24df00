// Finds which instructions are needed: one walk for the IR, plane programs, score programs and any
// other code whose instructions are numbered.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_set>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::ir {

/// Visits the roots and everything they are computed from. `operands(id)` returns a range of
/// numbers; `enter(id)` returns whether the walk continues from there, false if it has been there
/// before. Keeps its own stack, so that code may be as deep as it likes.
template <class Roots, class Operands, class Enter>
void walk(const Roots& roots, const Operands& operands, const Enter& enter) {
  std::vector<ValueId> open;
  const auto visit = [&](const auto& ids) {
    for (const auto id : ids) {
      if (enter(id)) open.push_back(static_cast<ValueId>(id));
    }
  };
  visit(roots);
  while (!open.empty()) {
    const ValueId id = open.back();
    open.pop_back();
    visit(operands(id));
  }
}

/// Marks what a walk visits among `count` instructions.
template <class Roots, class Operands>
std::vector<bool> live(std::size_t count, const Roots& roots, const Operands& operands) {
  std::vector<bool> needed(count, false);
  walk(roots, operands, [&](std::size_t id) {
    const bool is_new = !needed[id];
    needed[id] = true;
    return is_new;
  });
  return needed;
}

/// The same for instructions in order: operands precede their uses. `operands(id)` is asked of
/// those that are needed.
template <class Roots, class Operands>
std::vector<bool> live_in_order(std::size_t count, const Roots& roots, const Operands& operands) {
  std::vector<bool> needed(count, false);
  for (const ValueId root : roots) needed[root] = true;
  for (std::size_t id = count; id-- > 0;) {
    if (!needed[id]) continue;
    for (const ValueId operand : operands(id)) needed[operand] = true;
  }
  return needed;
}

/// The same for a module's instructions.
inline std::vector<bool> live(const std::vector<Inst>& insts, std::span<const ValueId> roots) {
  return live_in_order(insts.size(), roots, [&](std::size_t id) -> const std::vector<ValueId>& {
    return insts[id].operands;
  });
}

/// Lists what a walk visits, in order. Its cost depends on that alone, so it suits a small part of
/// a large module.
template <class Roots, class Operands>
std::vector<ValueId> reachable(const Roots& roots, const Operands& operands) {
  std::unordered_set<ValueId> found;
  walk(roots, operands, [&](ValueId id) { return found.insert(id).second; });
  std::vector<ValueId> ids(found.begin(), found.end());
  std::ranges::sort(ids);
  return ids;
}

}  // namespace seedc::ir
