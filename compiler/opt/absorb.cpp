// absorb: removes operands that another operand implies.
//
// AND is the minimum and OR the maximum of -1 < 0 < 1, so both absorption laws hold for unknown
// values too. Each operand of an AND is treated as the set of the operands of its OR (or as itself,
// if it is not an OR): an operand whose set contains another's is the larger one, and the minimum
// does not need it. OR is symmetric.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"

namespace seedc::opt {
namespace {

using Set = std::vector<ir::ValueId>;

/// The limit on compared elements per module, so that the pass stays fast on any program.
constexpr std::size_t kMaxCompared = std::size_t{1} << 24;

bool is_subset(const Set& a, const Set& b) {
  return a.size() <= b.size() && std::includes(b.begin(), b.end(), a.begin(), a.end());
}

class Absorber {
 public:
  ir::ValueId visit(ir::Module& out, ir::Inst inst) {
    ir::Builder builder(out);
    if (inst.op != ir::Op::And && inst.op != ir::Op::Or) return builder.add(std::move(inst));
    const ir::Op opposite = inst.op == ir::Op::And ? ir::Op::Or : ir::Op::And;
    std::vector<const Set*> compounds;
    std::unordered_set<ir::ValueId> simple;
    for (const ir::ValueId operand : inst.operands) {
      if (out.insts[operand].op == opposite) {
        compounds.push_back(&sorted_operands(out, operand));
      } else {
        simple.insert(operand);
      }
    }
    const std::vector<bool> needless = absorbed(compounds, simple);
    std::size_t compound = 0;
    std::erase_if(inst.operands, [&](ir::ValueId operand) {
      return out.insts[operand].op == opposite && needless[compound++];
    });
    return builder.logic(inst.op, std::move(inst.operands), inst.span);
  }

 private:
  /// The operands of an instruction of `out`, sorted once however often it is used.
  const Set& sorted_operands(const ir::Module& out, ir::ValueId id) {
    const auto [place, is_new] = sorted_.try_emplace(id);
    if (is_new) {
      place->second = out.insts[id].operands;
      std::ranges::sort(place->second);
    }
    return place->second;
  }

  /// Which of the compound operands are implied by another operand.
  std::vector<bool> absorbed(const std::vector<const Set*>& compounds,
                             const std::unordered_set<ir::ValueId>& simple) {
    std::vector<bool> needless(compounds.size(), false);
    for (std::size_t i = 0; i < compounds.size(); ++i) {
      if (!may_compare(compounds[i]->size())) return needless;
      needless[i] =
          std::ranges::any_of(*compounds[i], [&](auto id) { return simple.contains(id); });
    }
    for (std::size_t i = 0; i < compounds.size(); ++i) {
      for (std::size_t j = 0; j < compounds.size() && !needless[i]; ++j) {
        if (!may_compare(compounds[j]->size() + 1)) return needless;
        if (i == j || needless[j] || !is_subset(*compounds[j], *compounds[i])) continue;
        needless[i] = compounds[j]->size() < compounds[i]->size() || j < i;
      }
    }
    return needless;
  }

  bool may_compare(std::size_t elements) {
    if (elements > left_) return false;
    left_ -= elements;
    return true;
  }

  std::unordered_map<ir::ValueId, Set> sorted_;
  std::size_t left_ = kMaxCompared;  ///< elements that may still be compared
};

}  // namespace

ir::Module absorb(ir::Module module) {
  Absorber absorber;
  return rewrite(std::move(module), [&](ir::Module& out, ir::Inst inst) {
    return absorber.visit(out, std::move(inst));
  });
}

}  // namespace seedc::opt
