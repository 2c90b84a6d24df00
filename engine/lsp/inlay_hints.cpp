// Behind each condition and request how many items it holds for; behind the name of a step its
// type.
#include <fmt/format.h>

#include <algorithm>

#include "engine/lsp/commands.h"
#include "engine/lsp/formula_hover.h"
#include "engine/lsp/tree_search.h"
#include "runtime/language/display_text.h"

namespace seedc::lsp {
namespace {

using Kind = ast::Expr::Kind;

class Hints {
 public:
  explicit Hints(const Query& query) : query_(query), extent_(query.asked_extent()) {}

  void add(std::size_t offset, const std::string& label) {
    if (label.empty() || !extent_.contains(offset)) return;
    list_.push_back({{"position", query_.range_of(offset, offset)["start"]},
                     {"label", label},
                     {"paddingLeft", true}});
  }

  void add_counts(std::size_t offset, const ast::Expr& expr) {
    if (const engine::Tally* tally = tally_of(*query_.analysis, expr)) add(offset, text_of(*tally));
  }

  void add_conditions(const ast::Expr& root) {
    for_each_expr(root, [&](const ast::Expr& expr) {
      if (is_condition(expr)) add_counts(expr.span.end, expr);
    });
  }

  /// Behind its name; behind all of one that has none.
  void add_request(const ast::Request& request) {
    const ast::Expr& structure = *request.structure;
    if (request.id) {
      add_counts(request.id->span.end, structure);
    } else if (!is_condition(structure)) {
      add_counts(structure.span.end, structure);
    }
    add_conditions(structure);
  }

  /// The newest result of a command about each subject, at the end of its line.
  void add_results(const Analysis& analysis) {
    if (query_.results == nullptr || query_.results->empty()) return;
    const TextLines& lines = *query_.document.lines;
    for (const Subject& subject : subjects(analysis)) {
      const auto results = results_about(*query_.results, subject);
      const std::uint32_t line = lines.line_of(subject.extent.begin);
      const std::size_t end = lines.line_start(line) + lines.line(line).size();
      if (results.empty() || !extent_.contains(end)) continue;
      const Json& newest = *results.front();
      list_.push_back(
          {{"position", query_.range_of(end, end)["start"]},
           {"label", fmt::format("⇒ {}", language::clip(text_at(newest, {"summary"}), kMostShown))},
           {"paddingLeft", true},
           {"tooltip", {{"kind", "markdown"}, {"value", markdown_of(newest)}}}});
    }
  }

  Json take() { return std::move(list_); }

 private:
  static bool is_condition(const ast::Expr& expr) {
    return expr.kind == Kind::Name || expr.kind == Kind::Call || expr.kind == Kind::Hop ||
           expr.kind == Kind::Evidence;
  }

  static constexpr std::size_t kMostShown = 160;
  const Query& query_;
  Extent extent_;
  Json list_ = Json::array();
};

/// The types of a formula's steps, at their names.
void add_types(const Analysis& analysis, const ast::Formula& formula,
               const check::CheckedFormula& checked, Hints& hints) {
  for_each_step(formula, [&](const ast::Json&, const ast::Json& name) {
    const auto found =
        std::ranges::find(checked.values.steps, name.text, &check::FormulaValues::Step::name);
    if (found != checked.values.steps.end())
      hints.add(name.span.end, type_text(analysis, found->value));
  });
}

}  // namespace

Json inlay_hints(const Query& query) {
  const Analysis& analysis = *query.analysis;
  const ast::Program* program = analysis.program();
  Hints hints(query);
  if (program == nullptr) return hints.take();
  for (const ast::Let& let : program->lets) hints.add_conditions(let.value);
  for (const ast::Request& request : program->requests) {
    if (request.structure) hints.add_request(request);
  }
  for (std::size_t i = 0; i < program->formulas.size(); ++i)
    add_types(analysis, program->formulas[i], analysis.compilation->formulas[i], hints);
  hints.add_results(analysis);
  return hints.take();
}

}  // namespace seedc::lsp
