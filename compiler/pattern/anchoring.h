// Anchors patterns that can begin anywhere in a line if they can begin at its start.
//
//   (?=.*cozy)(?=.*patio)      ->  (?<![^\n])(?=.*cozy)(?=.*patio)
//   (?s)(?=.*cozy)(?=.*patio)  ->  \A(?=.*cozy)(?=.*patio)
//
// What is found at any place of a line by look-aheads that begin with `.*` is also found from its
// start, so only starts of lines need to be tried: without the anchor, a line that does not match
// takes a time that grows with the square of its length, which reaches the match limit.
#pragma once

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// Adds the anchor to each branch of the pattern that begins with look-aheads and has nothing, or
/// `.*`, after them. Which texts match does not change. Patterns with references to groups stay as
/// they are: what a group captures may depend on where the match begins.
Node anchored(Node root);

}  // namespace seedc::pattern
