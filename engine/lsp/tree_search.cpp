// Walks trees down to a location.
#include "engine/lsp/tree_search.h"

#include <fmt/format.h>

namespace seedc::lsp {
namespace {

void descend(const ast::Expr& expr, std::size_t offset, std::vector<const ast::Expr*>& path) {
  path.push_back(&expr);
  for (const ast::Expr& arg : expr.args) {
    if (contains(arg.span, offset)) return descend(arg, offset, path);
  }
}

void add(const std::vector<ast::Let>& lets, std::vector<Definition>& found) {
  for (const ast::Let& let : lets) found.push_back({let.name.text, let.name.span, &let.value});
}

}  // namespace

TreeLocation locate(const ast::Program& program, std::size_t offset) {
  TreeLocation location;
  for (const ast::Let& let : program.lets) {
    const bool is_value = contains(let.value.span, offset);
    if (!is_value && !contains(let.name.span, offset)) continue;
    location.let = &let;
    if (is_value) descend(let.value, offset, location.exprs);
    return location;
  }
  for (const ast::Request& request : program.requests) {
    if (!contains(request.span, offset)) continue;
    location.request = &request;
    if (request.structure && contains(request.structure->span, offset))
      descend(*request.structure, offset, location.exprs);
  }
  return location;
}

std::string name_at(const ast::Program& program, std::size_t offset) {
  const TreeLocation at = locate(program, offset);
  const ast::Expr* expr = at.innermost();
  if (expr != nullptr) return expr->kind == ast::Expr::Kind::Name ? expr->name : std::string();
  const bool is_definition = at.let != nullptr && contains(at.let->name.span, offset);
  return is_definition ? at.let->name.text : std::string();
}

std::vector<source::Span> uses_of(const ast::Program& program, std::string_view name) {
  std::vector<source::Span> uses;
  for_each_expr(program, [&](const ast::Expr& expr) {
    if (expr.kind == ast::Expr::Kind::Name && expr.name == name) uses.push_back(expr.head_span);
  });
  return uses;
}

std::optional<ir::ValueId> value_of(const Analysis& analysis, const ast::Expr& expr) {
  const auto found = analysis.compilation->values.find(&expr);
  if (found == analysis.compilation->values.end()) return std::nullopt;
  return found->second;
}

const engine::Tally* tally_of(const Analysis& analysis, const ast::Expr& expr) {
  const auto value = value_of(analysis, expr);
  return value && *value < analysis.tallies.size() ? &analysis.tallies[*value] : nullptr;
}

const language::Condition* condition_of(const Analysis& analysis, const ast::Expr& expr) {
  const auto value = value_of(analysis, expr);
  return value ? analysis.compilation->module.insts[*value].condition.get() : nullptr;
}

std::string text_of(const engine::Tally& tally) {
  return fmt::format("{} yes, {} no, {} ?", tally.yes, tally.no, tally.unknown);
}

std::vector<Definition> definitions(const Analysis& analysis) {
  std::vector<Definition> found;
  if (const ast::Program* program = analysis.program()) add(program->lets, found);
  for (const auto& [identity, file] : analysis.compilation->imported) {
    add(file.program.lets, found);
    add(file.library.conditions, found);
  }
  return found;
}

}  // namespace seedc::lsp
