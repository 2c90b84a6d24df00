// The fixes of problems as actions: each one, and all safe ones of the document.
#include <fmt/format.h>

#include "engine/lsp/diagnostics.h"
#include "engine/lsp/features.h"

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
  return actions;
}

}  // namespace seedc::lsp
