// absorb: operands that another operand implies.
//
// AND is the minimum and OR the maximum of -1 < 0 < 1, so both absorption laws hold with unknown
// values too. Each operand of an AND is seen as the set of what it joins by OR (itself, if it is no
// OR): one whose set holds another's is the larger, and the minimum does not need it. OR likewise.
#include <algorithm>
#include <unordered_set>

#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"

namespace seedc::opt {
namespace {

using Set = std::vector<ir::ValueId>;

/// Pairs of compound operands are compared only up to this many elements for one operator, so that
/// the pass stays fast on any program; simple operands are looked up.
constexpr std::size_t kMaxCompared = std::size_t{1} << 18;

bool is_subset(const Set& a, const Set& b) {
  return a.size() <= b.size() && std::includes(b.begin(), b.end(), a.begin(), a.end());
}

/// Which of the compound operands another operand makes needless.
std::vector<bool> absorbed(const std::vector<Set>& compounds,
                           const std::unordered_set<ir::ValueId>& simple) {
  std::vector<bool> needless(compounds.size(), false);
  for (std::size_t i = 0; i < compounds.size(); ++i) {
    needless[i] = std::any_of(compounds[i].begin(), compounds[i].end(),
                              [&](auto id) { return simple.contains(id); });
  }
  std::size_t compared = 0;
  for (std::size_t i = 0; i < compounds.size(); ++i) {
    for (std::size_t j = 0; j < compounds.size() && !needless[i]; ++j) {
      compared += compounds[j].size() + 1;
      if (compared > kMaxCompared) return needless;
      if (i == j || needless[j] || !is_subset(compounds[j], compounds[i])) continue;
      needless[i] = compounds[j].size() < compounds[i].size() || j < i;
    }
  }
  return needless;
}

ir::ValueId visit(ir::Module& out, ir::Inst inst) {
  ir::Builder builder(out);
  if (inst.op != ir::Op::And && inst.op != ir::Op::Or) return builder.add(std::move(inst));
  const ir::Op opposite = inst.op == ir::Op::And ? ir::Op::Or : ir::Op::And;
  std::vector<Set> compounds;
  std::unordered_set<ir::ValueId> simple;
  for (const ir::ValueId operand : inst.operands) {
    if (out.insts[operand].op != opposite) {
      simple.insert(operand);
      continue;
    }
    compounds.push_back(out.insts[operand].operands);
    std::sort(compounds.back().begin(), compounds.back().end());
  }
  const std::vector<bool> needless = absorbed(compounds, simple);
  std::size_t compound = 0;
  std::erase_if(inst.operands, [&](ir::ValueId operand) {
    return out.insts[operand].op == opposite && needless[compound++];
  });
  return builder.logic(inst.op, std::move(inst.operands), inst.span);
}

}  // namespace

ir::Module absorb(const ir::Module& module) { return drop_dead(rewrite(module, visit)); }

}  // namespace seedc::opt
