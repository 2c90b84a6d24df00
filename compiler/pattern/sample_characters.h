// Sets of characters by samples, to see quickly that two of them have a character in common.
#pragma once

#include <bitset>

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// Those of ASCII, by their codes; then one each for the digits, other word characters, spaces and
/// others beyond ASCII. Two sets that share a sample share a character.
constexpr std::size_t kAsciiSamples = 128;
using Samples = std::bitset<kAsciiSamples + 4>;

/// The samples of a literal, of `.` or of a set, under the node's flags; none of anything else. May
/// lack some of those beyond ASCII.
Samples samples_of(const Node& node);

}  // namespace seedc::pattern
