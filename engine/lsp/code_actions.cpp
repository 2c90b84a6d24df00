// The fixes of problems as actions: each one, and all safe ones of the document.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/ast/json_text.h"
#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "engine/lsp/commands.h"
#include "engine/lsp/diagnostics.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

std::string title_of(const Query& query, const ProblemFix& fix) {
  const std::string_view text = query.document.text();
  const std::string_view old = text.substr(fix.extent.begin, fix.extent.end - fix.extent.begin);
  constexpr std::size_t kMostShown = 60;
  if (old.size() > kMostShown || fix.replacement.size() > kMostShown)
    return fix.is_safe ? "fix it" : "change it as proposed";
  if (old.empty()) return fmt::format("insert `{}`", fix.replacement);
  if (fix.replacement.empty()) return fmt::format("remove `{}`", old);
  return fmt::format("replace `{}` by `{}`", old, fix.replacement);
}

Json edit_of(const Query& query, Json edits) {
  return {{"changes", {{query.document.uri, std::move(edits)}}}};
}

/// Whether the client asks for this kind of action.
bool is_wanted(const Query& query, std::string_view kind) {
  const Json& only = at(query.params, {"context", "only"});
  if (!only.is_array()) return true;
  for (const Json& each : only) {
    if (each.is_string() && kind.starts_with(each.get<std::string>())) return true;
  }
  return false;
}

/// Evidence, or NOT of it, in the shorthand; empty if that cannot express it.
std::string written_out(const resolve::Reading& reading) {
  language::Value structure = language::Dict{{"evidence", reading.evidence}};
  if (reading.is_negated)
    structure = language::Dict{{"op", "NOT"}, {"args", language::List{structure}}};
  const language::Value request = language::Dict{{"id", "x"}, {"structure", structure}};
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("name", language::to_json(request));
  parse::JsonProgram json = parse::parse_json_objects(sources, file, diagnostics);
  if (diagnostics.has_errors()) return {};
  auto program = format::from_json(std::move(json), diagnostics);
  if (!program || diagnostics.has_errors() || !program->requests.front().structure) return {};
  ast::Program definition;
  ast::Let& let = definition.lets.emplace_back();
  let.name.text = "x";
  let.value = *std::move(program->requests.front().structure);
  std::string text = format::to_shorthand(definition);
  constexpr std::string_view kBefore = "let x = ";
  if (!text.starts_with(kBefore)) return {};
  text.erase(0, kBefore.size());
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

bool has_error_within(const Analysis& analysis, source::Span span) {
  return std::ranges::any_of(analysis.problems, [&](const Problem& problem) {
    return problem.severity == diag::Severity::Error && span.begin <= problem.extent.begin &&
           problem.extent.begin <= span.end;
  });
}

/// A condition that a name of the document is defined as, or that the data has for it, as text in
/// the document; empty if there is none, or if what stands there is none.
std::string meaning_of_name(const Analysis& analysis, const std::string& name) {
  const auto& compilation = *analysis.compilation;
  if (const ast::Expr* defined = compilation.scopes.front()->find(name)) {
    const bool is_here = defined->span.is_known() && defined->span.file == analysis.file() &&
                         !has_error_within(analysis, defined->span);
    return is_here ? std::string(compilation.sources.text(defined->span)) : std::string();
  }
  const auto reading = compilation.conventions.find(name);
  return reading == compilation.conventions.end() ? std::string() : written_out(reading->second);
}

/// In place of a name what it means: a request that says itself what it asks for.
void add_writing_out(const Query& query, Extent asked, Json& actions) {
  const Analysis& analysis = *query.analysis;
  const ast::Program* program = analysis.program();
  if (program == nullptr || analysis.is_json) return;
  const ast::Expr* expr = locate(*program, asked.begin).innermost();
  if (expr == nullptr || expr->kind != ast::Expr::Kind::Name) return;
  const std::string text = meaning_of_name(analysis, expr->name);
  if (text.empty()) return;
  const Json edit = {{"range", query.range_of(expr->head_span.begin, expr->head_span.end)},
                     {"newText", text}};
  actions.push_back({{"title", fmt::format("write `{}` out", expr->name)},
                     {"kind", "refactor.inline"},
                     {"edit", edit_of(query, {edit})}});
}

}  // namespace

Json code_actions(const Query& query) {
  const Analysis& analysis = *query.analysis;
  const Extent asked = query.asked_extent();
  Json actions = Json::array();
  Json all = Json::array();
  std::size_t fixed = 0;
  for (const Problem& problem : analysis.problems) {
    if (!problem.fix) continue;
    const ProblemFix& fix = *problem.fix;
    const Json edit = {{"range", query.range_of(fix.extent.begin, fix.extent.end)},
                       {"newText", fix.replacement}};
    if (fix.is_safe && fix.extent.begin >= fixed) {
      all.push_back(edit);
      fixed = fix.extent.end + 1;
    }
    const bool is_here = problem.extent.begin <= asked.end && asked.begin <= problem.extent.end;
    if (!is_here || !is_wanted(query, "quickfix")) continue;
    actions.push_back({{"title", title_of(query, fix)},
                       {"kind", "quickfix"},
                       {"isPreferred", fix.is_safe},
                       {"diagnostics", {diagnostic_of(problem, analysis, query.encoding)}},
                       {"edit", edit_of(query, {edit})}});
  }
  if (!all.empty() && is_wanted(query, "source.fixAll"))
    actions.push_back({{"title", "fix all that is certain"},
                       {"kind", "source.fixAll"},
                       {"edit", edit_of(query, std::move(all))}});
  if (is_wanted(query, "refactor.inline")) add_writing_out(query, asked, actions);
  if (!query.has_lenses && is_wanted(query, "source")) add_command_actions(query, asked, actions);
  return actions;
}

}  // namespace seedc::lsp
