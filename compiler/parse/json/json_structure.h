// A request's `structure`, read from JSON.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"

namespace seedc {

/// The value of a key, or null pointer if it is absent or null.
ast::Json* find_given(ast::Json& object, std::string_view key);

/// The string at a key; nothing if it is absent, null, or no string (reported).
std::optional<ast::Field> text_field(ast::Json& object, std::string_view key,
                                     Diagnostics& diagnostics);

/// The tree of conditions. Nodes that are wrong are reported and left out, so that the rest is
/// checked too; nothing if no node is left. Evidence is moved out of `json`.
std::optional<ast::Expr> build_structure(ast::Json& json, Diagnostics& diagnostics);

}  // namespace seedc
