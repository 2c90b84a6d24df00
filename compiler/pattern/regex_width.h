// The number of characters a part of a pattern can match, as Python computes it
// (SubPattern.getwidth).
#pragma once

#include <vector>

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// Widths saturate here, beyond any that Python allows in a look-behind.
constexpr std::uint64_t kWidthLimit = std::uint64_t{1} << 33;

Width sequence_width(const std::vector<Node>& children);
/// `branches` must not be empty.
Width alternation_width(const std::vector<Node>& branches);
Width repeat_width(Width child, const Repeat& repeat);

}  // namespace seedc::pattern
