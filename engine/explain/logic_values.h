// The values of a request's logic, and which arguments decide them (semantics.md section 4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/explain/logic.h"
#include "runtime/language/tri.h"

namespace seedc::explain {

/// The value of each node, given that of each condition by its number.
std::vector<language::Tri> node_values(const Logic& logic,
                                       std::span<const language::Tri> conditions);

/// The arguments of an AND or OR that alone make its value what it is: those that are -1 in an AND
/// that is, those that are +1 in an OR that is, and those that are 0 where it is. Empty where all
/// decide together.
std::vector<std::uint32_t> deciding_args(const LogicNode& node, language::Tri value,
                                         std::span<const language::Tri> values);

}  // namespace seedc::explain
