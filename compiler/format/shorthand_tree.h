// Turns the AST of the shorthand into nodes for layout, with the spelling of each part.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/format/layout.h"

namespace seedc::format {

/// Each function returns a node that begins with `prefix`.
Node import_node(const ast::Import& import);
Node expr_node(const ast::Expr& expr, const std::string& prefix);
/// A block, `R01: …`, or a condition alone.
Node request_node(const ast::Request& request);

}  // namespace seedc::format
