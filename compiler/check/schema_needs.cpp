// Collects the names without a definition, before anything is checked.
#include "compiler/check/schema_needs.h"

#include "compiler/resolve/convention.h"

namespace seedc::check {

void SchemaNeeds::add(std::string_view name) {
  items = true;
  reviews = reviews || resolve::Convention::needs_reviews(name);
}

void SchemaNeeds::add(const ast::Expr& expr, const resolve::Scope& scope) {
  if (expr.kind == ast::Expr::Kind::Name && scope.find(expr.name) == nullptr &&
      !scope.is_incomplete())
    add(expr.name);
  for (const ast::Expr& arg : expr.args) add(arg, scope);
}

void SchemaNeeds::add(std::span<const ast::Let> lets, const resolve::Scope& scope) {
  for (const ast::Let& let : lets) add(let.value, scope);
}

void SchemaNeeds::add(std::span<const ast::Request> requests, const resolve::Scope& scope) {
  for (const ast::Request& request : requests) {
    if (request.structure) add(*request.structure, scope);
  }
}

}  // namespace seedc::check
