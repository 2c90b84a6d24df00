// Equality of trees, ignoring the locations of their parts.
#pragma once

#include "compiler/ast/ast.h"

namespace seedc::ast {

/// Numbers are compared by their spelling, objects with the order of their keys.
bool same(const Json& left, const Json& right);
/// Compares as Python does what its `json` module reads, except that numbers are compared by their
/// spelling: the order of keys does not matter. Only for objects without repeated keys.
bool same_in_any_order(const Json& left, const Json& right);
/// Programs in the shorthand: everything that is written in them. Formulas are not compared.
bool same(const Program& left, const Program& right);

}  // namespace seedc::ast
