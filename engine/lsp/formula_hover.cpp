// Finds steps and names of expressions, and their types.
#include "engine/lsp/formula_hover.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

bool contains(source::Span span, std::size_t offset) {
  return span.is_known() && span.begin <= offset && offset <= span.end;
}

std::string_view word_of(language::Kind kind) {
  switch (kind) {
    case language::Kind::Bool:
      return "boolean";
    case language::Kind::Int:
      return "integer";
    case language::Kind::Real:
      return "number";
    case language::Kind::Str:
      return "string";
    case language::Kind::Any:
      return "known only from the data";
    case language::Kind::Json:
      return "list";
  }
  return {};
}

/// The innermost expression at an offset that is a name or a call.
const ast::FormulaExpr* expr_at(const ast::FormulaExpr& expr, std::size_t offset) {
  for (const ast::FormulaExpr& arg : expr.args) {
    if (contains(arg.span, offset)) {
      if (const auto* found = expr_at(arg, offset)) return found;
    }
  }
  const bool is_named =
      expr.kind == ast::FormulaExpr::Kind::Name || expr.kind == ast::FormulaExpr::Kind::Call;
  return is_named && contains(expr.head_span, offset) ? &expr : nullptr;
}

const ast::FormulaExpr* expr_at(const ast::Formula& formula, std::size_t offset) {
  for (const auto& [begin, expr] : formula.expressions) {
    if (!contains(expr.span, offset)) continue;
    if (const auto* found = expr_at(expr, offset)) return found;
  }
  return nullptr;
}

std::string joined(const std::vector<std::string>& keys) {
  return fmt::format("{}", fmt::join(keys, "."));
}

/// A step or a parameter by the name that expressions have for it.
std::optional<std::string> named(const Analysis& analysis, const check::CheckedFormula& formula,
                                 const std::string& name) {
  for (const auto& step : formula.values.steps) {
    if (step.name == name) return fmt::format("**{}**: {}", name, type_text(analysis, step.value));
  }
  for (const auto& param : formula.values.params) {
    if (param.name == name)
      return fmt::format("**{}**: {}\n\na parameter", name, type_text(analysis, param.value));
  }
  return std::nullopt;
}

std::string of_name(const Analysis& analysis, const check::CheckedFormula& formula,
                    const ast::FormulaExpr& expr) {
  std::string name = joined(expr.keys);
  if (auto found = named(analysis, formula, name.starts_with('$') ? name.substr(1) : name))
    return *found;
  for (const contract::FieldGuide& field : formula.fields) {
    if (name == "extraction." + field.field.name)
      return fmt::format("**{}**\n\na field of the extraction", name);
  }
  return fmt::format("**{}**", name);
}

std::string of_call(const ast::FormulaExpr& call) {
  return fmt::format("**{}**\n\na function", call.text);
}

std::optional<FormulaHover> of_step(const Analysis& analysis, const ast::Formula& formula,
                                    const check::CheckedFormula& checked, std::size_t offset) {
  std::optional<FormulaHover> found;
  for_each_step(formula, [&](const ast::Json&, const ast::Json& name) {
    if (!contains(name.span, offset)) return;
    const auto text = named(analysis, checked, name.text);
    found = FormulaHover{text.value_or(fmt::format("**{}**", name.text)),
                         {name.span.begin, name.span.end}};
  });
  return found;
}

}  // namespace

std::string type_text(const Analysis& analysis, ir::ValueId value) {
  if (value >= analysis.types.size()) return {};
  const ir::Type& type = analysis.types[value];
  if (type.sort == ir::Sort::Rows) return "rows";
  std::string text(type.sort == ir::Sort::Condition ? "yes, no or unknown" : word_of(type.kind));
  if (type.rows) text += " per row";
  if (type.is_nullable) text += ", may be null";
  return text;
}

std::optional<FormulaHover> hover_formula(const Analysis& analysis, std::size_t offset) {
  const std::vector<ast::Formula>& formulas = analysis.program()->formulas;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (!contains(formulas[i].span, offset)) continue;
    const check::CheckedFormula& checked = analysis.compilation->formulas[i];
    if (auto step = of_step(analysis, formulas[i], checked, offset)) return step;
    const ast::FormulaExpr* expr = expr_at(formulas[i], offset);
    if (expr == nullptr) return std::nullopt;
    const bool is_call = expr->kind == ast::FormulaExpr::Kind::Call;
    return FormulaHover{is_call ? of_call(*expr) : of_name(analysis, checked, *expr),
                        {expr->span.begin, expr->span.end}};
  }
  return std::nullopt;
}

}  // namespace seedc::lsp
