// Follows nulls through the instructions of a row value.
#include "compiler/check/missing_values.h"

#include <unordered_set>
#include <vector>

#include "compiler/ir/reads.h"

namespace seedc::check {
namespace {

/// `extraction.wait`, if the instruction reads a field that may be missing; else "".
std::string field_at_risk(const ir::Module& module, const ir::Inst& inst) {
  if (inst.op != ir::Op::Field) return "";
  const auto field = ir::field_read(module, inst);
  return field && field->otherwise.is_null() ? "extraction." + field->name : "";
}

/// The operands of which a null makes the instruction null.
std::vector<ir::ValueId> handed_on(const ir::Inst& inst) {
  if (inst.op == ir::Op::Default) return {inst.operands[1]};
  const bool is_never_null = inst.op == ir::Op::Holds || inst.op == ir::Op::TextTest;
  const bool has_default = inst.op == ir::Op::Lookup && !inst.attribute("default").is_null() &&
                           inst.attribute("hands_on").is_null();
  if (is_never_null || has_default) return {};
  return inst.operands;
}

}  // namespace

std::set<std::string> fields_needed(const ir::Module& module, ir::ValueId value) {
  std::set<std::string> fields;
  std::unordered_set<ir::ValueId> seen = {value};
  std::vector<ir::ValueId> left = {value};
  while (!left.empty()) {
    const ir::Inst& inst = module.insts[left.back()];
    left.pop_back();
    if (std::string field = field_at_risk(module, inst); !field.empty()) {
      fields.insert(std::move(field));
      continue;
    }
    for (const ir::ValueId operand : handed_on(inst)) {
      if (seen.insert(operand).second) left.push_back(operand);
    }
  }
  return fields;
}

std::set<std::string> fields_ensured(const ir::Module& module, ir::ValueId predicate) {
  std::set<std::string> fields;
  std::vector<ir::ValueId> left = {predicate};
  while (!left.empty()) {
    const ir::Inst& inst = module.insts[left.back()];
    left.pop_back();
    if (inst.op == ir::Op::BoolAnd)
      left.insert(left.end(), inst.operands.begin(), inst.operands.end());
    if (inst.op != ir::Op::Holds) continue;
    if (std::string field = field_at_risk(module, module.insts[inst.operands[0]]); !field.empty())
      fields.insert(std::move(field));
  }
  return fields;
}

}  // namespace seedc::check
