// flatten: merges nested operators of the same kind.
#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"

namespace seedc::opt {
namespace {

/// A shared operator is copied into its uses only while small, and none grows beyond a bound, so
/// that the size of the module stays linear in that of the program however names are nested.
constexpr std::size_t kMaxShared = 16;
constexpr std::size_t kMaxOperands = 1024;

bool may_merge(const ir::Inst& inner, std::uint32_t uses, std::size_t operands_so_far) {
  if (uses > 1 && inner.operands.size() > kMaxShared) return false;
  return operands_so_far + inner.operands.size() <= kMaxOperands;
}

std::vector<std::uint32_t> count_uses(const ir::Module& module) {
  std::vector<std::uint32_t> uses(module.insts.size(), 0);
  for (const ir::Inst& inst : module.insts) {
    for (const ir::ValueId operand : inst.operands) ++uses[operand];
  }
  for (const ir::Condition& condition : module.conditions) ++uses[condition.root];
  for (const ir::Request& request : module.requests) ++uses[request.root];
  for (const ir::ValueId value : module.kept) ++uses[value];
  return uses;
}

}  // namespace

ir::Module flatten(ir::Module module) {
  ir::Module live = drop_dead(std::move(module));  // so that values keep their numbers below
  const std::vector<std::uint32_t> uses = count_uses(live);
  return drop_dead(rewrite(std::move(live), [&](ir::Module& out, ir::Inst inst) {
    ir::Builder builder(out);
    if (inst.op != ir::Op::And && inst.op != ir::Op::Or) return builder.add(std::move(inst));
    std::vector<ir::ValueId> operands;
    for (const ir::ValueId operand : inst.operands) {
      const ir::Inst& inner = out.insts[operand];
      if (inner.op == inst.op && may_merge(inner, uses[operand], operands.size())) {
        operands.insert(operands.end(), inner.operands.begin(), inner.operands.end());
      } else {
        operands.push_back(operand);
      }
    }
    inst.operands = std::move(operands);
    return builder.add(std::move(inst));
  }));
}

}  // namespace seedc::opt
