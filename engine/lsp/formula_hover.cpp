// Finds steps and names of expressions, and their types.
#include "engine/lsp/formula_hover.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/lsp/formula_names.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

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

std::string of_field(const check::CheckedFormula& formula, std::string_view name) {
  std::string text = fmt::format("**extraction.{}**\n\na field of the extraction", name);
  const auto guide =
      std::ranges::find(formula.fields, name, [](const auto& each) { return each.field.name; });
  if (guide == formula.fields.end()) return text;
  if (!guide->description.empty()) text += ": " + guide->description;
  for (std::size_t i = 0; i < guide->field.values.size(); ++i) {
    text += fmt::format("{}- `{}`", i == 0 ? "\n\n" : "\n", guide->field.values[i]);
    if (i < guide->meanings.size() && !guide->meanings[i].empty())
      text += ": " + guide->meanings[i];
  }
  return text;
}

std::optional<FormulaHover> of_name(const Analysis& analysis, const ast::Formula& formula,
                                    const check::CheckedFormula& checked, std::size_t offset) {
  for (const FormulaName& each : locations_of_names(formula)) {
    if (!contains(each.span, offset)) continue;
    const std::string& name = each.name;
    const Extent extent{each.span.begin, each.span.end};
    if (each.is_field) return FormulaHover{of_field(checked, name), extent};
    if (each.is_of_group)
      return FormulaHover{fmt::format("**{}**\n\na step of a group", name), extent};
    return FormulaHover{named(analysis, checked, name).value_or(fmt::format("**{}**", name)),
                        extent};
  }
  return std::nullopt;
}

/// A function, or a value of reviews or of the item.
std::string of_expr(const ast::FormulaExpr& expr) {
  const bool is_call = expr.kind == ast::FormulaExpr::Kind::Call;
  return is_call ? fmt::format("**{}**\n\na function", expr.text)
                 : fmt::format("**{}**", joined(expr.keys));
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
    if (auto name = of_name(analysis, formulas[i], checked, offset)) return name;
    const ast::FormulaExpr* expr = expr_at(formulas[i], offset);
    if (expr == nullptr) return std::nullopt;
    return FormulaHover{of_expr(*expr), {expr->span.begin, expr->span.end}};
  }
  return std::nullopt;
}

}  // namespace seedc::lsp
