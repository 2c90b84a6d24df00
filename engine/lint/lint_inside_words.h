// Patterns made of words that are found inside other words: `tea` in `steak`.
#pragma once

#include <optional>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "runtime/language/conditions.h"

namespace seedc::lint {

class LintRun;

/// The pattern that is found only where a word begins, of one that is words alone, or several
/// between `|`: `\btea`, `\b(?:tea|coffee)`; std::nullopt of all others.
std::optional<language::Pattern> at_word_begin(const language::Pattern& pattern);

/// Reports a pattern that a tenth or more of the items that it is found at have inside words only,
/// with such a word of the data.
void lint_inside_words(const ConditionSite& site, const language::Pattern& pattern,
                       const LintRun& run, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
