// Writes a module as text.
#include <fmt/format.h>

#include "compiler/ir/text.h"

namespace seedc::ir {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

void print_inst(std::string& out, ValueId id, const Inst& inst) {
  const OpInfo& row = info(inst.op);
  out += fmt::format("  %{} = {}", id, row.mnemonic);
  for (std::size_t i = 0; i < inst.operands.size(); ++i) {
    out += fmt::format("{} %{}", i == 0 ? "" : ",", inst.operands[i]);
  }
  for (std::size_t i = 0; i < row.attributes.size(); ++i) {
    if (inst.attributes[i].is_null()) continue;
    out += fmt::format(" {}={}", row.attributes[i].name, to_json(inst.attributes[i]));
  }
  out += '\n';
}

}  // namespace

std::string print(const Module& module) {
  std::string out = "module {\n";
  for (ValueId id = 0; id < module.insts.size(); ++id) print_inst(out, id, module.insts[id]);
  for (const Condition& condition : module.conditions) {
    out += fmt::format("  condition {} = %{}\n", quoted(condition.name), condition.root);
  }
  for (const Request& request : module.requests) {
    out += fmt::format("  request {} = %{}", quoted(request.id), request.root);
    if (request.gold) out += " gold=" + quoted(*request.gold);
    out += '\n';
  }
  out += "}\n";
  return out;
}

}  // namespace seedc::ir
