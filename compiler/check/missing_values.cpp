// Follows nulls through the instructions of a row value.
#include "compiler/check/missing_values.h"

#include <algorithm>
#include <array>
#include <vector>

#include "compiler/ir/reads.h"
#include "compiler/ir/walk.h"

namespace seedc::check {
namespace {

/// `extraction.wait`, if the instruction reads a field that may be missing; else "".
std::string field_at_risk(const ir::Module& module, const ir::Inst& inst) {
  if (inst.op != ir::Op::Field) return "";
  const auto field = ir::field_read(module, inst);
  return field && field->otherwise.is_null() ? "extraction." + field->name : "";
}

/// The operands of which a null in a row makes the instruction null there: none of an aggregate,
/// which is one value for all rows.
std::vector<ir::ValueId> handed_on(const ir::Module& module, const ir::Inst& inst) {
  const bool is_aggregate =
      !inst.operands.empty() && module.insts[inst.operands.front()].op == ir::Op::Rows;
  if (is_aggregate) return {};
  if (inst.op == ir::Op::Default) return {inst.operands[1]};
  const bool is_never_null = inst.op == ir::Op::Holds || inst.op == ir::Op::TextTest;
  const bool has_default = inst.op == ir::Op::Lookup && !inst.attribute("default").is_null() &&
                           inst.attribute("hands_on").is_null();
  if (is_never_null || has_default) return {};
  return inst.operands;
}

auto handed_on_in(const ir::Module& module) {
  return [&module](ir::ValueId id) {
    const ir::Inst& inst = module.insts[id];
    return field_at_risk(module, inst).empty() ? handed_on(module, inst)
                                               : std::vector<ir::ValueId>();
  };
}

}  // namespace

std::set<std::string> fields_needed(const ir::Module& module, ir::ValueId value) {
  std::set<std::string> fields;
  for (const ir::ValueId id : ir::reachable(std::array{value}, handed_on_in(module))) {
    if (std::string field = field_at_risk(module, module.insts[id]); !field.empty())
      fields.insert(std::move(field));
  }
  return fields;
}

bool has_branches(const ir::Module& module, ir::ValueId value) {
  return std::ranges::any_of(ir::reachable(std::array{value}, handed_on_in(module)),
                             [&](ir::ValueId id) {
                               const ir::Op op = module.insts[id].op;
                               return op == ir::Op::Select || op == ir::Op::BoolAnd ||
                                      op == ir::Op::BoolOr || op == ir::Op::Default;
                             });
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
