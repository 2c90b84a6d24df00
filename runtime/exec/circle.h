// Circles: the people within one or two hops of the anchors (semantics.md section 3, "The circle").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/language/conditions.h"

namespace seedc::exec {

/// One entry per distinct reviewer (a code of Dataset::reviewers): 1 if he belongs to the circle.
/// Code 0, which means nobody, never does.
std::vector<std::uint8_t> circle_members(const language::Circle& circle,
                                         const data::Dataset& dataset);

/// A name in the friend graph of that number.
struct NameInGraph {
  std::string name;
  std::uint32_t graph = 0;
};

/// The path that connects each reviewer to the circle: he, possibly a friend, and last an anchor.
/// Empty for one outside the circle. People are called as in the friend graph.
std::vector<std::vector<std::string>> connections(const language::Circle& circle,
                                                  std::span<const NameInGraph> reviewers,
                                                  const data::Dataset& dataset);

/// How many users each anchor stands for, if the friend graph is of users: it is an id, or the name
/// of any number of them. Empty otherwise.
std::vector<std::size_t> users_of_anchors(const language::Circle& circle,
                                          const data::Dataset& dataset);

}  // namespace seedc::exec
