// Tokens whose meaning depends on where they are: the keywords of a ranking, `rank by
// "risk.json".SCORE asc`, and of a label, `as no_dogs`, which are names everywhere else; and the
// signs of comparisons, which are written in calls of kinds of evidence that take comparisons only.
#pragma once

#include <string_view>

#include "compiler/parse/tokens.h"

namespace seedc::parse {

/// Turns the names `rank`, `by`, `asc`, `desc` and `rank_by` into keywords where they form a
/// ranking, and `as` where it forms a label. No program in which they are names is misread: there a
/// name cannot follow another on its line, nor a dot a string.
void mark_context_words(const TokenList& tokens, std::string_view text);

/// In the arguments of kinds of evidence that take comparisons, turns `=` into a comparison;
/// everywhere else, turns comparisons into stray characters.
void mark_comparisons(const TokenList& tokens, std::string_view text);

}  // namespace seedc::parse
