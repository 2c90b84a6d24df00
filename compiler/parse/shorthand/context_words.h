// The words of a ranking, `rank by "risk.json".SCORE asc`, and of a label, `as no_dogs`, which are
// names everywhere else.
#pragma once

#include <string_view>

#include "compiler/parse/tokens.h"

namespace seedc {

/// Turns the names `rank`, `by`, `asc`, `desc` and `rank_by` into words of their own where they
/// make a ranking, and `as` where it makes a label. No program in which they are names is read
/// otherwise: there a name cannot follow another in its line, nor a point a string.
void mark_context_words(const TokenList& tokens, std::string_view text);

}  // namespace seedc
