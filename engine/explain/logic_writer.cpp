// Writes expressions as trees down to their names and as IR below; equal conditions share a
// number.
#include "engine/explain/logic_writer.h"

#include <numeric>

#include "compiler/ir/walk.h"
#include "compiler/plan/plan_builder.h"
#include "runtime/language/describe.h"

namespace seedc::explain {
namespace {

using ir::ValueId;
using NodeOp = LogicNode::Op;

NodeOp node_op(ir::Op op) {
  if (op == ir::Op::Not) return NodeOp::Not;
  if (op == ir::Op::AtLeast) return NodeOp::AtLeast;
  // An AND or OR without arguments is the constant 0 in the IR: which of them it was does not
  // matter.
  return op == ir::Op::Or ? NodeOp::Or : NodeOp::And;
}

}  // namespace

/// One expression's logic while it is written.
class LogicWriter::Tree {
 public:
  explicit Tree(LogicWriter& writer) : writer_(writer) {}

  Logic take() { return std::move(logic_); }

  /// The parser bounds how deep expressions are.
  std::uint32_t add(const ast::Expr& expr) {
    using Kind = ast::Expr::Kind;
    if (expr.kind == Kind::And) return add_junction(NodeOp::And, expr);
    if (expr.kind == Kind::Or) return add_junction(NodeOp::Or, expr);
    if (expr.kind == Kind::Not) return add_junction(NodeOp::Not, expr);
    if (expr.kind == Kind::AtLeast) return add_junction(NodeOp::AtLeast, expr);
    const bool has_name =
        !expr.name.empty() && (expr.kind == Kind::Name || expr.kind == Kind::Evidence);
    return add_named(writer_.values_.at(&expr),
                     has_name ? expr.name : std::string(writer_.sources_.text(expr.span)));
  }

 private:
  std::uint32_t add(LogicNode node) {
    logic_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(logic_.nodes.size() - 1);
  }

  std::uint32_t add_junction(NodeOp op, const ast::Expr& expr) {
    LogicNode node{.op = op, .name = {}};
    for (const ast::Expr& arg : expr.args) node.args.push_back(add(arg));
    if (op == NodeOp::AtLeast) node.k = std::stoul(expr.k.text);  // checked
    return add(std::move(node));
  }

  std::uint32_t add_named(ValueId value, const std::string& name) {
    if (writer_.module_.insts[value].op == ir::Op::Condition) return add(node_of(value, name));
    const auto known = definitions_.find(value);
    if (known != definitions_.end()) return known->second;
    for (const ValueId below : new_below(value))
      definitions_.emplace(below, add(node_of(below, writer_.name_below(below, name))));
    return definitions_.emplace(value, add(node_of(value, name))).first->second;
  }

  /// The values below this one that have no node yet, operands first.
  std::vector<ValueId> new_below(ValueId value) const {
    const auto new_operands = [&](ValueId id) {
      std::vector<ValueId> operands = writer_.module_.insts[id].operands;
      std::erase_if(operands, [&](ValueId operand) { return definitions_.contains(operand); });
      return operands;
    };
    return ir::reachable(new_operands(value), new_operands);
  }

  LogicNode node_of(ValueId value, const std::string& name) {
    const ir::Inst& inst = writer_.module_.insts[value];
    if (inst.op == ir::Op::Condition) return {.name = name, .condition = writer_.number_of(inst)};
    LogicNode node{.op = node_op(inst.op), .name = name};
    if (inst.op == ir::Op::AtLeast) node.k = ir::least_of(inst);
    for (const ValueId operand : inst.operands) node.args.push_back(definitions_.at(operand));
    return node;
  }

  LogicWriter& writer_;
  Logic logic_;
  std::unordered_map<ValueId, std::uint32_t> definitions_;  ///< nodes of names and what is below
};

LogicWriter::LogicWriter(const check::ExprValues& values, const ir::Module& module,
                         const source::SourceManager& sources)
    : values_(values), module_(module), sources_(sources) {
  for (const ir::Condition& condition : module.conditions)
    value_names_.emplace(condition.root, condition.name);
}

Logic LogicWriter::logic_of(const ast::Expr& expr) {
  Tree tree(*this);
  tree.add(expr);
  return tree.take();
}

contract::Plan LogicWriter::conditions() const {
  std::vector<ValueId> all(conditions_.insts.size());
  std::iota(all.begin(), all.end(), ValueId{0});
  return plan::make_plan(conditions_, all);
}

/// Of a value below a name: its own name, or for a condition without one what was written; if that
/// is the name itself, which stands for its negation, what it means.
std::string LogicWriter::name_below(ValueId value, const std::string& above) const {
  const auto name = value_names_.find(value);
  if (name != value_names_.end()) return name->second;
  const ir::Inst& inst = module_.insts[value];
  if (inst.op != ir::Op::Condition) return {};
  const std::string_view written = sources_.text(inst.span);
  return written == above ? language::describe(*inst.condition).sentence : std::string(written);
}

std::uint32_t LogicWriter::number_of(const ir::Inst& inst) {
  const auto next = static_cast<std::uint32_t>(conditions_.insts.size());
  const auto [known, is_new] = numbers_.emplace(ir::operation_text(inst), next);
  if (is_new) conditions_.insts.push_back(inst);
  return known->second;
}

}  // namespace seedc::explain
