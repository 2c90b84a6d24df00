// Equality of trees but for the places of their parts.
#pragma once

#include "compiler/ast/ast.h"

namespace seedc::ast {

/// Numbers are compared by their spelling, objects with the order of their keys.
bool same(const Json& left, const Json& right);
/// As Python compares what its `json` reads, but numbers by their spelling: the order of keys does
/// not count. Objects without repeated keys only.
bool same_in_any_order(const Json& left, const Json& right);
/// Programs in the shorthand: whatever of them is written. Formulas are not compared.
bool same(const Program& left, const Program& right);

}  // namespace seedc::ast
