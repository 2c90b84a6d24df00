// Circles: who stands within one or two hops of the anchors (semantics.md section 3, "The circle").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/language/conditions.h"

namespace seedc {

/// One a distinct reviewer name (a code of Dataset::reviewer_names): 1 if it is in the circle. Code
/// 0, no name, never is.
std::vector<std::uint8_t> circle_members(const Circle& circle, const Dataset& dataset);

/// How each of some names comes into the circle: the name, perhaps a friend of theirs, and last an
/// anchor. Empty for one that is not in it.
std::vector<std::vector<std::string>> connections(const Circle& circle,
                                                  std::span<const std::string> names,
                                                  const Dataset& dataset);

}  // namespace seedc
