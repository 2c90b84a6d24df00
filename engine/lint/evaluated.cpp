// Groups instructions by location and operation.
#include "engine/lint/evaluated.h"

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

std::set<ir::ValueId> values_otherwise(const ir::Module& module) {
  std::set<ir::ValueId> values;
  for (const ir::Inst& inst : module.insts) {
    if (inst.op == ir::Op::Select) values.insert(inst.operands[2]);
  }
  return values;
}

}  // namespace seedc::lint
