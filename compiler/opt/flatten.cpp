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

/// How often each instruction that a root needs is used, in their order.
std::vector<std::uint32_t> count_uses(const ir::Module& module) {
  const std::vector<bool> live = live_insts(module);
  std::vector<std::uint32_t> uses(module.insts.size(), 0);
  for (std::size_t id = 0; id < module.insts.size(); ++id) {
    if (!live[id]) continue;
    for (const ir::ValueId operand : module.insts[id].operands) ++uses[operand];
  }
  for (const ir::Condition& condition : module.conditions) ++uses[condition.root];
  for (const ir::Request& request : module.requests) ++uses[request.root];
  for (const ir::ValueId value : module.kept) ++uses[value];
  std::size_t next = 0;
  std::erase_if(uses, [&](std::uint32_t) { return !live[next++]; });
  return uses;
}

}  // namespace

ir::Module flatten(ir::Module module) {
  // An instruction gives one, so the new numbers are those among the ones that are needed.
  const std::vector<std::uint32_t> uses = count_uses(module);
  return rewrite(std::move(module), [&](ir::Module& out, ir::Inst inst) {
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
  });
}

}  // namespace seedc::opt
