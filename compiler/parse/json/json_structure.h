// Parses a request's `structure` from JSON.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::parse {

/// The value of a key, or nullptr if it is absent or null.
ast::Json* find_given(ast::Json& object, std::string_view key);

/// The string at a key; std::nullopt if it is absent, null, or not a string (reported).
std::optional<ast::Field> text_field(ast::Json& object, std::string_view key,
                                     diag::Diagnostics& diagnostics);

/// The tree of conditions. Invalid nodes are reported and left out, so that the rest is still
/// checked; std::nullopt if no node is left. Evidence is moved out of `json`.
std::optional<ast::Expr> build_structure(ast::Json& json, diag::Diagnostics& diagnostics);

}  // namespace seedc::parse
