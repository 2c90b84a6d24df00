// Evaluates logic node by node, in tri-values.
#include "engine/explain/logic_values.h"

#include <algorithm>

namespace seedc::explain {
namespace {

using Op = LogicNode::Op;

/// What one argument suffices for.
language::Tri decisive(Op op) { return op == Op::And ? language::Tri::No : language::Tri::Yes; }

language::Tri value_of(const LogicNode& node, std::span<const language::Tri> conditions,
                       const std::vector<language::Tri>& values) {
  if (node.op == Op::Condition) return conditions[node.condition];
  if (node.op == Op::Not) return !values[node.args.front()];
  if (node.args.empty()) return kOfNothing;
  if (node.op == Op::AtLeast) {
    std::vector<language::Tri> args;
    for (const std::uint32_t arg : node.args) args.push_back(values[arg]);
    return language::at_least(node.k, std::move(args));
  }
  language::Tri value = values[node.args.front()];
  for (const std::uint32_t arg : node.args) value = joined(node.op, value, values[arg]);
  return value;
}

}  // namespace

std::vector<language::Tri> node_values(const Logic& logic,
                                       std::span<const language::Tri> conditions) {
  std::vector<language::Tri> values;
  values.reserve(logic.nodes.size());
  for (const LogicNode& node : logic.nodes) values.push_back(value_of(node, conditions, values));
  return values;
}

std::vector<std::uint32_t> deciding_args(const LogicNode& node, language::Tri value,
                                         std::span<const language::Tri> values) {
  if (value != language::Tri::Unknown && value != decisive(node.op)) return {};
  std::vector<std::uint32_t> deciding;
  std::ranges::copy_if(node.args, std::back_inserter(deciding),
                       [&](std::uint32_t arg) { return values[arg] == value; });
  return deciding;
}

}  // namespace seedc::explain
