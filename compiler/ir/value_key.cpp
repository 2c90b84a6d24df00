// Writes an operation and its operands.
#include "compiler/ir/value_key.h"

namespace seedc::ir {

std::string value_key(const Inst& inst, std::span<const ValueId> operands) {
  std::string key = operation_text(inst);
  key += '\0';  // which no text of an operation contains
  key.append(reinterpret_cast<const char*>(operands.data()), operands.size_bytes());
  return key;
}

}  // namespace seedc::ir
