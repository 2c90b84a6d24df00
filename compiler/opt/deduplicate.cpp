// deduplicate: merges equal instructions into one (value numbering).
#include <algorithm>
#include <string>
#include <unordered_map>

#include "compiler/ir/value_key.h"
#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"
#include "runtime/base/text_hash.h"

namespace seedc::opt {
namespace {

/// Two instructions have the same key if and only if they are structurally equal.
std::string key_of(const ir::Inst& inst) {
  std::vector<ir::ValueId> operands = inst.operands;
  if (ir::info(inst.op).signature == ir::Signature::Junction)
    std::sort(operands.begin(), operands.end());
  return ir::value_key(inst, operands);
}

/// Removes repeated operands, keeping the order.
void drop_repeated(std::vector<ir::ValueId>& operands) {
  std::vector<ir::ValueId> sorted = operands;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return;
  std::unordered_map<ir::ValueId, bool> seen;
  std::erase_if(operands, [&](ir::ValueId operand) { return !seen.emplace(operand, true).second; });
}

}  // namespace

ir::Module deduplicate(const ir::Module& module) {
  std::unordered_map<std::string, ir::ValueId, base::TextHash> known;
  ir::Module result = rewrite(module, [&](ir::Module& out, ir::Inst inst) {
    if (inst.op == ir::Op::And || inst.op == ir::Op::Or) {
      drop_repeated(inst.operands);
      if (inst.operands.size() == 1) return inst.operands.front();
    }
    const auto next = static_cast<ir::ValueId>(out.insts.size());
    const auto [entry, is_new] = known.emplace(key_of(inst), next);
    return is_new ? ir::Builder(out).add(std::move(inst)) : entry->second;
  });
  std::unordered_map<std::string, bool, base::TextHash> named;
  std::erase_if(result.conditions, [&](const ir::Condition& condition) {
    return !named.emplace(condition.name + '%' + std::to_string(condition.root), true).second;
  });
  return result;
}

}  // namespace seedc::opt
