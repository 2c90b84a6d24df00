// Syntax errors in expressions.
#pragma once

#include "compiler/parse/expression/expression_form.h"
#include "compiler/parse/expression/expression_tokens.h"
#include "compiler/parse/mistakes/mistake.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {

/// Why the parser stopped.
Mistake explain_expression_error(const StoppedParse& stopped, const ExpressionTokens& tokens,
                                 ExpressionForm form);

}  // namespace seedc::parse
