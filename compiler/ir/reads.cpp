// Takes names and paths out of attributes, and declarations out of those of the rows.
#include "compiler/ir/reads.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace seedc::ir {

std::optional<contract::Field> field_read(const Module& module, const Inst& read) {
  const auto& name = *read.attribute("name").as<std::string>();
  const Inst& rows = module.insts[read.operands[0]];
  for (const auto& [field, declaration] : *rows.attribute("fields").as<language::Dict>()) {
    if (field == name) return contract::declared_field(field, declaration);
  }
  return std::nullopt;
}

language::Path path_read(const Inst& read) {
  language::Path path;
  for (const language::Value& key : *read.attribute("path").as<language::List>())
    path.push_back(*key.as<std::string>());
  return path;
}

std::string name_read(const Inst& read) {
  if (read.op == Op::Field) return "extraction." + *read.attribute("name").as<std::string>();
  if (read.op == Op::ReviewYear) return "meta.year";
  if (read.op == Op::ReviewValue) return fmt::format("meta.{}", fmt::join(path_read(read), "."));
  if (read.op == Op::ItemValue) return fmt::format("context.{}", fmt::join(path_read(read), "."));
  return {};
}

ValueId unconverted(const Module& module, ValueId value) {
  const auto is_conversion = [&] {
    const Op op = module.insts[value].op;
    return op == Op::ToReal || op == Op::ExpectNumber || op == Op::ExpectString ||
           op == Op::ExpectBoolean;
  };
  while (is_conversion()) value = module.insts[value].operands[0];
  return value;
}

std::string name_of(const Module& module, ValueId value) {
  const Inst& inst = module.insts[unconverted(module, value)];
  return inst.op == Op::Step ? *inst.attribute("name").as<std::string>() : name_read(inst);
}

}  // namespace seedc::ir
