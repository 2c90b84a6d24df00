// fold: evaluates instructions whose value is known without data.
#include <algorithm>

#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"

namespace seedc::opt {
namespace {

std::optional<std::int64_t> constant_of(const ir::Module& module, ir::ValueId id) {
  const ir::Inst& inst = module.insts[id];
  if (inst.op != ir::Op::Const) return std::nullopt;
  return *inst.attributes[0].as<std::int64_t>();
}

ir::ValueId fold_not(ir::Module& out, ir::Inst inst) {
  const ir::ValueId operand = inst.operands[0];
  if (const auto value = constant_of(out, operand))
    return ir::Builder(out).constant(static_cast<int>(-*value), inst.span);
  if (out.insts[operand].op == ir::Op::Not) return out.insts[operand].operands[0];
  return ir::Builder(out).add(std::move(inst));
}

/// In AND, +1 has no effect and -1 decides; in OR it is the other way round. A single 0 is kept: it
/// can still be overruled.
ir::ValueId fold_logic(ir::Module& out, const ir::Inst& inst) {
  const std::int64_t neutral = inst.op == ir::Op::And ? 1 : -1;
  std::vector<ir::ValueId> operands;
  bool has_zero = false;
  for (const ir::ValueId operand : inst.operands) {
    const auto value = constant_of(out, operand);
    if (value == -neutral) return operand;
    if (value == neutral || (value == 0 && has_zero)) continue;
    has_zero = has_zero || value == 0;
    operands.push_back(operand);
  }
  if (operands.empty()) return ir::Builder(out).constant(static_cast<int>(neutral), inst.span);
  return ir::Builder(out).logic(inst.op, std::move(operands), inst.span);
}

/// Operands that are +1 or -1 are counted; what is left of AT_LEAST may be an AND, an OR, or known.
ir::ValueId fold_at_least(ir::Module& out, ir::Inst inst) {
  auto needed = static_cast<std::int64_t>(ir::least_of(inst));
  std::erase_if(inst.operands, [&](ir::ValueId operand) {
    const auto value = constant_of(out, operand);
    if (value == 1) --needed;
    return value == 1 || value == -1;
  });
  const auto left = static_cast<std::int64_t>(inst.operands.size());
  ir::Builder builder(out);
  if (needed <= 0) return builder.constant(1, inst.span);
  if (needed > left) return builder.constant(-1, inst.span);
  if (needed == 1 || needed == left) {
    inst.op = needed == 1 ? ir::Op::Or : ir::Op::And;
    return fold_logic(out, inst);
  }
  return builder.at_least(static_cast<std::size_t>(needed), std::move(inst.operands), inst.span);
}

/// The value of a condition that does not depend on data; std::nullopt if it does.
std::optional<language::Tri> value_of(const language::Condition& condition) {
  if (const auto* text = std::get_if<language::TextAny>(&condition);
      text && text->pattern.source.empty())
    return language::Tri::Unknown;
  if (const auto* sentiment = std::get_if<language::Sentiment>(&condition);
      sentiment && sentiment->topic.empty())
    return language::Tri::No;
  return std::nullopt;
}

/// Folds arithmetic on constants with the function that is used at run time. An operation that
/// gives null is kept: nulls are reported with the step in which they arise.
ir::ValueId fold_computed(ir::Module& out, language::Operation operation, ir::Inst inst) {
  std::vector<language::Cell> operands;
  for (const ir::ValueId operand : inst.operands) {
    const ir::Inst& constant = out.insts[operand];
    if (constant.op != ir::Op::ScalarValue) return ir::Builder(out).add(std::move(inst));
    operands.push_back(language::cell_of(constant.attributes[0]));
  }
  language::StringPool strings;
  const language::Cell result = seedc::language::apply(operation, operands, strings);
  if (result.is_null()) return ir::Builder(out).add(std::move(inst));
  language::Value value = language::value_of(result);
  return ir::Builder(out).add({.op = ir::Op::ScalarValue,
                               .operands = {},
                               .attributes = {std::move(value)},
                               .span = inst.span});
}

ir::ValueId visit(ir::Module& out, ir::Inst inst) {
  const auto operation = ir::operation_of(inst.op);
  if (operation && language::info(*operation).form == language::OperationForm::Computed)
    return fold_computed(out, *operation, std::move(inst));
  if (inst.op == ir::Op::Not) return fold_not(out, std::move(inst));
  if (inst.op == ir::Op::And || inst.op == ir::Op::Or) return fold_logic(out, inst);
  if (inst.op == ir::Op::AtLeast) return fold_at_least(out, std::move(inst));
  if (inst.op == ir::Op::Condition) {
    if (const auto value = value_of(*inst.condition))
      return ir::Builder(out).constant(static_cast<int>(*value), inst.span);
  }
  return ir::Builder(out).add(std::move(inst));
}

}  // namespace

ir::Module fold(ir::Module module) { return rewrite(std::move(module), visit); }

}  // namespace seedc::opt
