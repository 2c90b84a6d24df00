// Implements the walk over live instructions that all passes share.
#include "compiler/opt/rewrite.h"

#include <vector>

#include "compiler/ir/walk.h"

namespace seedc::opt {
namespace {

std::vector<bool> live_insts(const ir::Module& module) {
  std::vector<ir::ValueId> roots;
  ir::for_each_root(module, [&](ir::ValueId root) { roots.push_back(root); });
  return ir::live(module.insts, roots);
}

}  // namespace

ir::Module rewrite(const ir::Module& module,
                   const std::function<ir::ValueId(ir::Module&, ir::Inst)>& visit) {
  const std::vector<bool> live = live_insts(module);
  ir::Module result;
  result.conditions = module.conditions;
  result.formulas = module.formulas;
  result.requests = module.requests;
  result.kept = module.kept;
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
