// How many characters a part of a pattern can match, as Python counts (SubPattern.getwidth).
#pragma once

#include <vector>

#include "compiler/pattern/regex_tree.h"

namespace seedc::regex {

/// Widths saturate here, beyond any that Python lets a look-behind have.
constexpr std::uint64_t kWidthLimit = std::uint64_t{1} << 33;

Width sequence_width(const std::vector<Node>& children);
/// `branches` is not empty.
Width alternation_width(const std::vector<Node>& branches);
Width repeat_width(Width child, const Repeat& repeat);

}  // namespace seedc::regex
