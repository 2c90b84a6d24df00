// Sets of characters in brackets.
#pragma once

#include "compiler/pattern/pattern_tokens.h"
#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// After `[`: parses the set and its closing bracket.
CharacterSet read_character_set(PatternTokens& tokens);

}  // namespace seedc::pattern
