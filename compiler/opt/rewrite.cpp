// The walk over live instructions that all passes share, and the copy that they begin with.
#include "compiler/opt/rewrite.h"

#include <unordered_map>
#include <vector>

#include "compiler/ir/walk.h"
#include "compiler/opt/passes.h"

namespace seedc::opt {
namespace {

std::vector<ir::ValueId> roots_of(const ir::Module& module) {
  std::vector<ir::ValueId> roots;
  ir::for_each_root(module, [&](ir::ValueId root) { roots.push_back(root); });
  return roots;
}

}  // namespace

std::vector<bool> live_insts(const ir::Module& module) {
  return ir::live(module.insts, roots_of(module));
}

ir::Module rewrite(ir::Module module,
                   const std::function<ir::ValueId(ir::Module&, ir::Inst)>& visit) {
  const std::vector<bool> live = live_insts(module);
  ir::Module result;
  result.insts.reserve(module.insts.size());
  result.conditions = std::move(module.conditions);
  result.formulas = std::move(module.formulas);
  result.requests = std::move(module.requests);
  result.kept = std::move(module.kept);
  std::vector<ir::ValueId> moved(module.insts.size(), 0);
  for (std::size_t id = 0; id < module.insts.size(); ++id) {
    if (!live[id]) continue;
    ir::Inst& inst = module.insts[id];
    for (ir::ValueId& operand : inst.operands) operand = moved[operand];
    moved[id] = visit(result, std::move(inst));
  }
  ir::for_each_root(result, [&](ir::ValueId& root) { root = moved[root]; });
  return result;
}

ir::Module condensed(const ir::Module& module, Names names) {
  ir::Module result{.insts = {},
                    .conditions = {},
                    .formulas = module.formulas,
                    .requests = module.requests,
                    .kept = module.kept};
  if (names == Names::Kept) result.conditions = module.conditions;
  const std::vector<bool> live = ir::live(module.insts, roots_of(result));
  std::vector<ir::ValueId> moved(module.insts.size(), 0);
  std::unordered_map<const language::Condition*, ir::ValueId> conditions;
  for (std::size_t id = 0; id < module.insts.size(); ++id) {
    if (!live[id]) continue;
    const ir::Inst& inst = module.insts[id];
    moved[id] = static_cast<ir::ValueId>(result.insts.size());
    if (inst.op == ir::Op::Condition) {
      const auto [first, is_new] = conditions.emplace(inst.condition.get(), moved[id]);
      moved[id] = first->second;
      if (!is_new) continue;
    }
    ir::Inst& copy = result.insts.emplace_back(inst);
    for (ir::ValueId& operand : copy.operands) operand = moved[operand];
  }
  ir::for_each_root(result, [&](ir::ValueId& root) { root = moved[root]; });
  return result;
}

ir::Module drop_dead(ir::Module module) {
  return rewrite(std::move(module), [](ir::Module& out, ir::Inst inst) {
    return ir::Builder(out).add(std::move(inst));
  });
}

}  // namespace seedc::opt
