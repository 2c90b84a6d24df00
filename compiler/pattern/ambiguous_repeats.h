// Finds repeats whose repeated part can match the same text in many ways, so that a search that
// fails takes a time that doubles with each character.
//
//   (\w+\s?)+\$   `ab` is one repetition, or two      -> true
//   (\w+\s)+\$    only a blank ends a repetition      -> false
//   (\w+\s?)+     nothing after it can fail           -> false
#pragma once

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// Whether the pattern has such a repeat, and something after it that can fail to match. Decided by
/// the automaton of each outermost repeat: whether one of its states is reached from itself by two
/// paths with the same text. Never true without cause; false for repeats that have more than 64
/// characters and sets, and for what depends on anchors, look-arounds or references inside them.
bool has_ambiguous_repeat(const Node& root);

}  // namespace seedc::pattern
