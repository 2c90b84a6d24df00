// Recognises Formula Seeds and finds the expressions in them.
#pragma once

#include "compiler/ast/formula.h"
#include "compiler/parse/expression/expression.h"

namespace seedc::parse {

/// Whether an object, complete or not, is meant as a Formula Seed rather than a request.
bool is_formula(const ast::Json& object);

/// The formula with its expressions. Other errors in its structure are left to the checker.
ast::Formula read_formula(ast::Json json, ExpressionReader& reader);

}  // namespace seedc::parse
