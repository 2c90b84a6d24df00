// Writes an operation and its operands.
#include "compiler/ir/value_key.h"

namespace seedc::ir {

std::string value_key(const Inst& inst, std::span<const ValueId> operands) {
  std::string key = operation_text(inst);
  for (const ValueId operand : operands) key += '%' + std::to_string(operand);
  return key;
}

}  // namespace seedc::ir
