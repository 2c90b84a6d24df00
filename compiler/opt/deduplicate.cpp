// deduplicate: merges equal instructions into one (value numbering).
#include <tsl/robin_map.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "compiler/ir/value_key.h"
#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"
#include "runtime/base/text_hash.h"

namespace seedc::opt {
namespace {

/// The first of the instructions that are structurally equal.
class FirstOfEqual {
 public:
  /// The number of the first that equals `inst`: `next` if that is itself.
  ir::ValueId of(const ir::Inst& inst, ir::ValueId next) {
    if (inst.op != ir::Op::Condition) return first_of(key_of(inst), next);
    // The text of a condition is long, and most that are equal are one object.
    const auto known = conditions_.find(inst.condition.get());
    if (known != conditions_.end()) return known->second;
    return conditions_.emplace(inst.condition.get(), first_of(key_of(inst), next)).first->second;
  }

 private:
  ir::ValueId first_of(std::string key, ir::ValueId next) {
    return by_key_.try_emplace(std::move(key), next).first->second;
  }

  static std::string key_of(const ir::Inst& inst) {
    if (ir::info(inst.op).signature != ir::Signature::Junction)
      return ir::value_key(inst, inst.operands);
    std::vector<ir::ValueId> operands = inst.operands;
    std::sort(operands.begin(), operands.end());
    return ir::value_key(inst, operands);
  }

  tsl::robin_map<std::string, ir::ValueId, base::TextHash> by_key_;
  std::unordered_map<const language::Condition*, ir::ValueId> conditions_;
};

/// Removes repeated operands, keeping the order.
void drop_repeated(std::vector<ir::ValueId>& operands) {
  std::vector<ir::ValueId> sorted = operands;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return;
  std::unordered_map<ir::ValueId, bool> seen;
  std::erase_if(operands, [&](ir::ValueId operand) { return !seen.emplace(operand, true).second; });
}

}  // namespace

ir::Module deduplicate(ir::Module module) {
  FirstOfEqual first;
  ir::Module result = rewrite(std::move(module), [&](ir::Module& out, ir::Inst inst) {
    if (inst.op == ir::Op::And || inst.op == ir::Op::Or) {
      drop_repeated(inst.operands);
      if (inst.operands.size() == 1) return inst.operands.front();
    }
    const auto next = static_cast<ir::ValueId>(out.insts.size());
    const ir::ValueId same = first.of(inst, next);
    return same == next ? ir::Builder(out).add(std::move(inst)) : same;
  });
  std::unordered_map<std::string, bool, base::TextHash> named;
  std::erase_if(result.conditions, [&](const ir::Condition& condition) {
    return !named.emplace(condition.name + '%' + std::to_string(condition.root), true).second;
  });
  return result;
}

}  // namespace seedc::opt
