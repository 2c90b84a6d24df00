// Operators and words in the spelling of other languages: `&&`, `AND`, `=`, `≤`, `true`, `“…”`.
#pragma once

#include <vector>

#include "compiler/parse/expression/expression_form.h"
#include "compiler/parse/expression/expression_tokens.h"
#include "compiler/parse/mistakes/mistake.h"

namespace seedc::parse {

/// Every token that Python spells differently. Each gets the type that is meant, so that the rest
/// can be parsed.
std::vector<Mistake> check_spelling(ExpressionTokens& tokens, ExpressionForm form,
                                    const StepNames& names);

}  // namespace seedc::parse
