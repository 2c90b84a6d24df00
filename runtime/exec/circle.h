// Circles: the people within one or two hops of the anchors (semantics.md section 3, "The circle").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/language/conditions.h"

namespace seedc::exec {

/// One entry per distinct reviewer name (a code of Dataset::reviewer_names): 1 if it belongs to the
/// circle. Code 0, which means no name, never does.
std::vector<std::uint8_t> circle_members(const language::Circle& circle,
                                         const data::Dataset& dataset);

/// The path that connects each name to the circle: the name, possibly a friend, and last an anchor.
/// Empty for a name outside the circle.
std::vector<std::vector<std::string>> connections(const language::Circle& circle,
                                                  std::span<const std::string> names,
                                                  const data::Dataset& dataset);

}  // namespace seedc::exec
