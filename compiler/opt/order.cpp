// order: sorts operands by the cost of evaluating them.
#include <algorithm>
#include <utility>

#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"

namespace seedc::opt {
namespace {

/// The cost of a value: its most expensive condition, then the number of its conditions.
using Price = std::pair<ir::Cost, std::uint64_t>;

Price price_of(const ir::Inst& inst, const std::vector<Price>& known) {
  if (inst.operands.empty()) return {ir::cost_of(inst), 1};
  Price price = {ir::Cost::Logic, 0};
  for (const ir::ValueId operand : inst.operands) {
    price.first = std::max(price.first, known[operand].first);
    // Shared operands count each time; the sum stops growing before it could overflow.
    price.second = std::min<std::uint64_t>(price.second + known[operand].second, UINT32_MAX);
  }
  return price;
}

}  // namespace

ir::Module order(const ir::Module& module) {
  std::vector<Price> prices;
  return rewrite(module, [&](ir::Module& out, ir::Inst inst) {
    if (ir::info(inst.op).signature == ir::Signature::Junction) {
      std::stable_sort(inst.operands.begin(), inst.operands.end(),
                       [&](ir::ValueId a, ir::ValueId b) { return prices[a] < prices[b]; });
    }
    prices.push_back(price_of(inst, prices));
    return ir::Builder(out).add(std::move(inst));
  });
}

}  // namespace seedc::opt
