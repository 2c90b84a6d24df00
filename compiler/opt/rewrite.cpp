// The walk that all passes share.
#include "compiler/opt/rewrite.h"

#include <vector>

namespace seedc::opt {
namespace {

/// Which instructions a root needs. Operands come first, so one walk from the end finds them.
std::vector<bool> live_insts(const ir::Module& module) {
  std::vector<bool> live(module.insts.size(), false);
  ir::for_each_root(module, [&](ir::ValueId root) { live[root] = true; });
  for (std::size_t id = module.insts.size(); id-- > 0;) {
    if (!live[id]) continue;
    for (const ir::ValueId operand : module.insts[id].operands) live[operand] = true;
  }
  return live;
}

}  // namespace

ir::Module rewrite(const ir::Module& module,
                   const std::function<ir::ValueId(ir::Module&, ir::Inst)>& visit) {
  const std::vector<bool> live = live_insts(module);
  ir::Module result;
  result.conditions = module.conditions;
  result.formulas = module.formulas;
  result.requests = module.requests;
  std::vector<ir::ValueId> moved(module.insts.size(), 0);
  for (std::size_t id = 0; id < module.insts.size(); ++id) {
    if (!live[id]) continue;
    ir::Inst inst = module.insts[id];
    for (ir::ValueId& operand : inst.operands) operand = moved[operand];
    moved[id] = visit(result, std::move(inst));
  }
  ir::for_each_root(result, [&](ir::ValueId& root) { root = moved[root]; });
  return result;
}

ir::Module drop_dead(const ir::Module& module) {
  return rewrite(
      module, [](ir::Module& out, ir::Inst inst) { return ir::Builder(out).add(std::move(inst)); });
}

}  // namespace seedc::opt
