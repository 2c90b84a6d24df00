// Finds the declaration in the attributes of the rows.
#include "compiler/ir/fields.h"

namespace seedc::ir {

std::optional<contract::Field> field_read(const Module& module, const Inst& read) {
  const auto& name = *read.attribute("name").as<std::string>();
  const Inst& rows = module.insts[read.operands[0]];
  for (const auto& [field, declaration] : *rows.attribute("fields").as<language::Dict>()) {
    if (field == name) return contract::declared_field(field, declaration);
  }
  return std::nullopt;
}

}  // namespace seedc::ir
