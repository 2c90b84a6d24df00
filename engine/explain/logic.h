// The logic of a request as it is written, for explanations of a result: nothing is folded,
// absorbed or reordered. Its values are those of semantics.md section 4.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seedc::explain {

struct LogicNode {
  enum class Op : std::uint8_t { Condition, Not, And, Or, AtLeast };
  Op op = Op::Condition;
  std::string name;             ///< as the program has it; empty for an operator without a name
  std::uint32_t condition = 0;  ///< Condition: its number; equal conditions have one
  std::vector<std::uint32_t> args = {};  ///< numbers of nodes, all lower than this one's
  std::size_t k = 0;                     ///< AtLeast: of how many arguments it takes, from 1
};

/// The last node is the request. A definition that is used twice is there once.
struct Logic {
  std::vector<LogicNode> nodes;
};

}  // namespace seedc::explain
