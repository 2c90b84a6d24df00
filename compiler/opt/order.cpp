// order: sorts operands by the cost of evaluating them.
#include <algorithm>
#include <utility>

#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"
#include "runtime/language/conditions.h"

namespace seedc::opt {
namespace {

/// What must be loaded to know a value, cheapest first.
enum class Cost : std::uint8_t { Nothing, Items, Reviews, Texts };

Cost cost_of(const ir::Inst& inst) {
  if (inst.op == ir::Op::Rows) return Cost::Reviews;
  if (inst.op != ir::Op::Condition) return Cost::Nothing;
  switch (language::stage_of(*inst.condition)) {
    case language::Stage::Items:
      return Cost::Items;
    case language::Stage::Reviews:
      return Cost::Reviews;
    case language::Stage::Texts:
      return Cost::Texts;
  }
  return Cost::Nothing;
}

/// The cost of a value: that of its most expensive operand, then the number of its operands, with
/// those of operands counted in turn.
using Price = std::pair<Cost, std::uint64_t>;

Price price_of(const ir::Inst& inst, const std::vector<Price>& known) {
  if (inst.operands.empty()) return {cost_of(inst), 1};
  Price price = {Cost::Nothing, 0};
  for (const ir::ValueId operand : inst.operands) {
    price.first = std::max(price.first, known[operand].first);
    // Shared operands count each time; the sum stops growing before it could overflow.
    price.second = std::min<std::uint64_t>(price.second + known[operand].second, UINT32_MAX);
  }
  return price;
}

}  // namespace

ir::Module order(ir::Module module) {
  std::vector<Price> prices;
  return rewrite(std::move(module), [&](ir::Module& out, ir::Inst inst) {
    if (ir::info(inst.op).signature == ir::Signature::Junction) {
      std::stable_sort(inst.operands.begin(), inst.operands.end(),
                       [&](ir::ValueId a, ir::ValueId b) { return prices[a] < prices[b]; });
    }
    prices.push_back(price_of(inst, prices));
    return ir::Builder(out).add(std::move(inst));
  });
}

}  // namespace seedc::opt
