// Prints a module as text that `read` accepts.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/text.h"
#include "compiler/ir/types.h"
#include "runtime/language/json_string.h"

namespace seedc::ir {
namespace {

/// Types are printed except where every instruction is a condition.
void print_inst(std::string& out, ValueId id, const Inst& inst, const Type& type) {
  const std::string operation = operation_text(inst);
  const std::size_t mnemonic = std::min(operation.find(' '), operation.size());
  out += fmt::format("  %{} = {}", id, std::string_view(operation).substr(0, mnemonic));
  for (std::size_t i = 0; i < inst.operands.size(); ++i) {
    out += fmt::format("{} %{}", i == 0 ? "" : ",", inst.operands[i]);
  }
  out += std::string_view(operation).substr(mnemonic);
  if (type.sort != Sort::Condition) out += " : " + to_string(type);
  out += '\n';
}

void print_formula(std::string& out, const Formula& formula) {
  out += fmt::format("  formula {} = %{}\n", language::json_string(formula.name), formula.rows);
  if (formula.relevant) out += fmt::format("    relevant %{}\n", *formula.relevant);
  if (formula.kept) out += fmt::format("    kept %{}\n", *formula.kept);
  for (const Output& output : formula.outputs) {
    out += fmt::format("    output %{}", output.value);
    for (const std::string& key : output.keys) out += " " + language::json_string(key);
    out += '\n';
  }
}

}  // namespace

std::string print(const Module& module) {
  std::string out = "module {\n";
  const std::vector<Type> types = types_of(module);
  for (ValueId id = 0; id < module.insts.size(); ++id)
    print_inst(out, id, module.insts[id], types[id]);
  for (const Condition& condition : module.conditions) {
    out += fmt::format("  condition {} = %{}\n", language::json_string(condition.name),
                       condition.root);
  }
  for (const Formula& formula : module.formulas) print_formula(out, formula);
  for (const Request& request : module.requests) {
    out += fmt::format("  request {} = %{}", language::json_string(request.id), request.root);
    if (request.gold) out += " gold=" + language::json_string(*request.gold);
    if (request.rank)
      out +=
          fmt::format(" by %{} {}", request.rank->value, request.rank->descending ? "desc" : "asc");
    out += '\n';
  }
  out += "}\n";
  return out;
}

}  // namespace seedc::ir
