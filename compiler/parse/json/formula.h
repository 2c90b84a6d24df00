// Formula Seeds: which JSON objects are, and where expressions stand in them.
#pragma once

#include "compiler/ast/formula.h"
#include "compiler/parse/expression/expression.h"

namespace seedc {

/// Whether an object is meant as a Formula Seed, be it whole or not, and not as a request.
bool is_formula(const ast::Json& object);

/// The formula with its expressions. What has another shape than a formula is left to the checker.
ast::Formula read_formula(ast::Json json, ExpressionReader& reader);

}  // namespace seedc
