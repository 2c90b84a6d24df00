// Finds patterns that are found in every text, as they can match no characters at all.
//
//   cozy|      its second alternative is empty   -> true
//   (cozy)*    none is enough                    -> true
//   ^$         only where a line is empty        -> false
#pragma once

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// Never true without cause; false for what depends on anchors, look-arounds or references.
bool has_empty_match(const Node& root);

}  // namespace seedc::pattern
