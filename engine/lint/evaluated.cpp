// Groups instructions by location and operation.
#include "engine/lint/evaluated.h"

#include <algorithm>

#include "engine/bounds/rules.h"

namespace seedc::lint {

EvaluatedAt evaluated(const ir::Module& module, const bounds::IrBounds& bounds,
                      const SpanSet& reported) {
  EvaluatedAt found;
  for (const auto& [value, seen] : bounds.all_seen()) {
    const ir::Inst& inst = module.insts[value];
    if (inst.span.is_known() && !reported.overlap(inst.span))
      found[{key_of(inst.span), inst.op}].push_back(value);
  }
  return found;
}

std::optional<bounds::Bound> anywhere(const ir::Inst& inst, const bounds::IrBounds& bounds,
                                      language::StringPool& strings) {
  std::vector<const bounds::Bound*> operands;
  for (const ir::ValueId operand : inst.operands) operands.push_back(bounds.seen(operand));
  if (std::ranges::find(operands, nullptr) != operands.end()) return std::nullopt;
  return bounds::apply(*ir::operation_of(inst.op), operands, strings);
}

std::set<ir::ValueId> values_otherwise(const ir::Module& module) {
  std::set<ir::ValueId> values;
  for (const ir::Inst& inst : module.insts) {
    if (inst.op == ir::Op::Select) values.insert(inst.operands[2]);
  }
  return values;
}

}  // namespace seedc::lint
