// Formulas as text, for people.
#pragma once

#include <string>

#include "compiler/ast/formula.h"

namespace seedc::ast {

/// JSON on one line, keys unquoted where possible.
std::string text_of(const Json& json);

/// An expression in Python's syntax, with parentheses around every operation.
std::string text_of(const FormulaExpr& expr);

/// A formula, one key per line, and its steps with their expressions.
std::string print(const Formula& formula);

}  // namespace seedc::ast
