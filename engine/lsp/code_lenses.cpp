// Which commands a document has, and the results of those that ran.
#include <fmt/format.h>

#include <algorithm>

#include "engine/lsp/commands.h"

namespace seedc::lsp {
namespace {

Json command_of(const Query& query, const Subject& subject, const Json& command) {
  return {{"title", command["title"]},
          {"command", command["name"]},
          {"arguments",
           {{{"textDocument", {{"uri", query.document.uri}}}, {subject.key(), subject.name}}}}};
}

}  // namespace

std::vector<Subject> subjects(const Analysis& analysis) {
  std::vector<Subject> found;
  const ast::Program* program = analysis.program();
  if (program == nullptr) return found;
  const auto& compilation = *analysis.compilation;
  for (std::size_t i = 0; i < program->requests.size(); ++i) {
    const ast::Request& request = program->requests[i];
    const source::Span span = request.id ? request.id->span : request.span;
    if (i < compilation.requests.size() && request.structure)
      found.push_back({.name = compilation.requests[i].id, .extent = {span.begin, span.end}});
  }
  for (std::size_t i = 0; i < program->formulas.size() && i < compilation.formulas.size(); ++i) {
    const source::Span span = program->formulas[i].span;
    found.push_back({.is_formula = true,
                     .name = compilation.formulas[i].name,
                     .extent = {span.begin, span.begin}});
  }
  return found;
}

/// Large programs have thousands, of which few are seen: each has its command only when the client
/// resolves it.
Json code_lenses(const Query& query) {
  Json lenses = Json::array();
  const Json commands = command_names();
  for (const Subject& subject : subjects(*query.analysis)) {
    Json lens = {{"range", query.range_of(subject.extent.begin, subject.extent.end)},
                 {"data", {{"uri", query.document.uri}, {subject.key(), subject.name}}}};
    for (const Json& command : commands) {
      lens["data"]["command"] = command["name"];
      lenses.push_back(lens);
    }
  }
  return lenses;
}

Json code_lens_params(const Json& lens) {
  return {{"textDocument", {{"uri", text_at(lens, {"data", "uri"})}}}, {"lens", lens}};
}

Json resolve_code_lens(const Query& query) {
  Json lens = query.params["lens"];
  const Json& data = at(lens, {"data"});
  const bool is_formula = data.contains("formula");
  const Subject subject{.is_formula = is_formula,
                        .name = text_at(data, {is_formula ? "formula" : "request"}),
                        .extent = {}};
  for (const Json& command : command_names()) {
    if (command["name"] == at(data, {"command"}))
      lens["command"] = command_of(query, subject, command);
  }
  return lens;
}

void add_command_actions(const Query& query, Extent asked, Json& actions) {
  const TextLines& lines = *query.document.lines;
  for (const Subject& subject : subjects(*query.analysis)) {
    if (lines.line_of(subject.extent.begin) != lines.line_of(asked.begin)) continue;
    for (const Json& command : command_names()) {
      const Json made = command_of(query, subject, command);
      actions.push_back({{"title", fmt::format("{} {} {}", command["title"].get<std::string>(),
                                               subject.key(), subject.name)},
                         {"kind", "source"},
                         {"command", made}});
    }
  }
}

std::vector<const Json*> results_about(const Json& results, const Subject& subject) {
  std::vector<const Json*> found;
  for (const Json& result : results) {
    if (text_at(result, {subject.key()}) == subject.name && result.contains(subject.key()))
      found.push_back(&result);
  }
  std::ranges::reverse(found);
  return found;
}

std::string markdown_of(const Json& result) {
  std::string text = text_at(result, {"text"});
  constexpr std::size_t kMostShown = 20'000;
  if (text.size() > kMostShown) text = text.substr(0, text.rfind('\n', kMostShown)) + "\n…";
  return fmt::format("**{}**: {}\n\n````text\n{}\n````", text_at(result, {"title"}),
                     text_at(result, {"summary"}), text);
}

}  // namespace seedc::lsp
