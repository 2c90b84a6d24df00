// The values of a request's logic, and which arguments decide them (semantics.md section 4).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explain/logic.h"
#include "runtime/language/tri.h"

namespace seedc::explain {

/// All values, the plainest first.
inline constexpr std::array kValues = {language::Tri::Yes, language::Tri::No,
                                       language::Tri::Unknown};

/// The value of an AND or OR of nothing.
inline constexpr language::Tri kOfNothing = language::Tri::Unknown;

/// The value of an AND or OR of two.
constexpr language::Tri joined(LogicNode::Op op, language::Tri a, language::Tri b) {
  return op == LogicNode::Op::And ? language::both(a, b) : language::either(a, b);
}

/// The value of each node, given that of each condition by its number.
std::vector<language::Tri> node_values(const Logic& logic,
                                       std::span<const language::Tri> conditions);

/// The arguments of an AND or OR that alone make its value what it is: those that are -1 in an AND
/// that is, those that are +1 in an OR that is, and those that are 0 where it is. Empty where all
/// decide together.
std::vector<std::uint32_t> deciding_args(const LogicNode& node, language::Tri value,
                                         std::span<const language::Tri> values);

}  // namespace seedc::explain
