// Constructs that people and language models write in expressions, but that the language does not
// have. Each function examines the token at which the parser stopped and explains it, or returns
// std::nullopt.
#pragma once

#include <cstddef>
#include <optional>

#include "compiler/parse/expression/expression_tokens.h"
#include "compiler/parse/mistakes/mistake.h"

namespace seedc::parse {

/// `CASE WHEN c THEN a ELSE b END`, `if c then a else b`, `IF(c, a, b)`, `c ? a : b`
std::optional<Mistake> foreign_conditional(const ExpressionTokens& tokens, std::size_t found);
/// `x ** 2`, `5%`, `+x`, `$F`, `a;`, `f'…'`, …
std::optional<Mistake> foreign_sign(const ExpressionTokens& tokens, std::size_t found);
/// `X = 1`, `X := 1`, `max(a, default=0)`
std::optional<Mistake> assignment(const ExpressionTokens& tokens, std::size_t found);
/// `'a' in meta.text`, `x in {1, 2}`, `x in ()`, `a < b in (1, 2)`
std::optional<Mistake> wrong_membership(const ExpressionTokens& tokens, std::size_t found);
/// `x is None`, `lambda`, …
std::optional<Mistake> foreign_word(const ExpressionTokens& tokens, std::size_t found);
/// `x['key']`, `[a, b]`, `{X}`, `x.lower()`
std::optional<Mistake> foreign_bracket(const ExpressionTokens& tokens, std::size_t found);

}  // namespace seedc::parse
