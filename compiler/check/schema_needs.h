// What names need of a dataset's schema, so that it can be read before they are checked.
#pragma once

#include <span>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/resolve/resolve.h"

namespace seedc::check {

/// The parts of a schema. Collects the needs of one program after another.
struct SchemaNeeds {
  bool items = false;    ///< some name has no definition
  bool reviews = false;  ///< such a name has the form of one that names a field of reviews

  /// For a name that is looked up by convention.
  void add(std::string_view name);
  /// For all names in the expression that the scope does not define.
  void add(const ast::Expr& expr, const resolve::Scope& scope);
  void add(std::span<const ast::Let> lets, const resolve::Scope& scope);
  void add(std::span<const ast::Request> requests, const resolve::Scope& scope);
};

}  // namespace seedc::check
