// The parts of a program at a location.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lsp/analysis.h"

namespace seedc::lsp {

/// Whether a byte is in a span, or at its end.
inline bool contains(source::Span span, std::size_t offset) {
  return span.is_known() && span.begin <= offset && offset <= span.end;
}

/// Where a byte is in a program in the shorthand, or in JSON as far as requests have the same form.
struct TreeLocation {
  const ast::Let* let = nullptr;
  const ast::Request* request = nullptr;
  std::vector<const ast::Expr*> exprs;  ///< from the outermost to the innermost; may be empty

  const ast::Expr* innermost() const { return exprs.empty() ? nullptr : exprs.back(); }
};

TreeLocation locate(const ast::Program& program, std::size_t offset);
/// The name of a condition at the location; empty if there is none.
std::string name_at(const ast::Program& program, std::size_t offset);

/// Calls `visit(expr)` for each expression of the program: definitions first, parents before their
/// arguments.
template <class Visit>
void for_each_expr(const ast::Expr& expr, const Visit& visit) {
  visit(expr);
  for (const ast::Expr& arg : expr.args) for_each_expr(arg, visit);
}
template <class Visit>
void for_each_expr(const ast::Program& program, const Visit& visit) {
  for (const ast::Let& let : program.lets) for_each_expr(let.value, visit);
  for (const ast::Request& request : program.requests) {
    if (request.structure) for_each_expr(*request.structure, visit);
  }
}

/// Where a program uses a name of a condition.
std::vector<source::Span> uses_of(const ast::Program& program, std::string_view name);

/// Calls `visit(step, name)` for each step of a formula that has a name, in order.
template <class Visit>
void for_each_step(const ast::Formula& formula, const Visit& visit) {
  const ast::Json* compute = formula.json.find("compute");
  if (compute == nullptr) return;
  for (const ast::Json& step : compute->elements) {
    if (const ast::Json* name = step.find("name")) visit(step, *name);
  }
}

/// The value of an expression in the compilation's module.
std::optional<ir::ValueId> value_of(const Analysis& analysis, const ast::Expr& expr);
/// How many items it holds for; a null pointer if that is not known.
const engine::Tally* tally_of(const Analysis& analysis, const ast::Expr& expr);
/// The condition of an expression that is one; a null pointer otherwise.
const language::Condition* condition_of(const Analysis& analysis, const ast::Expr& expr);

/// `3 yes, 12 no, 57 ?`
std::string text_of(const engine::Tally& tally);

/// A condition that a name of the document is defined as: by the document or a file it imports.
struct Definition {
  std::string name;
  source::Span name_span;
  const ast::Expr* value;
};
std::vector<Definition> definitions(const Analysis& analysis);

}  // namespace seedc::lsp
