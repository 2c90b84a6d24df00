// From a name to its definition and back, and from an import to its file.
#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/lsp/features.h"
#include "engine/lsp/formula_names.h"
#include "engine/lsp/importers.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

Json location_of(const Query& query, source::Span span) {
  const Analysis& analysis = *query.analysis;
  if (span.file == analysis.file()) return {{"uri", analysis.uri}, {"range", query.range_of(span)}};
  const source::SourceFile& file = analysis.compilation->sources.file(span.file);
  const TextLines lines{std::string(file.text())};
  return {{"uri", uri_of_path(file.name())},
          {"range", json_of(lines.range_of(span.begin, span.end, query.encoding))}};
}

/// The file that an import or a ranking names.
std::optional<ast::Field> file_at(const ast::Program& program, std::size_t offset) {
  for (const ast::Import& import : program.imports) {
    if (contains(import.path.span, offset)) return import.path;
  }
  for (const ast::Request& request : program.requests) {
    if (request.rank && contains(request.rank->formula.span, offset)) return request.rank->formula;
  }
  return std::nullopt;
}

std::string uri_beside(const Query& query, const std::string& path) {
  return uri_of_path((std::filesystem::path(query.document.path).parent_path() / path).string());
}

}  // namespace

Json definition(const Query& query) {
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return nullptr;
  if (const auto file = file_at(*program, query.offset()))
    return {{"uri", uri_beside(query, file->text)}, {"range", json_of(Range{})}};
  if (const auto names = formula_names_at(*program, query.offset()); !names.empty())
    return location_of(query, names.front().defined);
  const std::string name = name_at(*program, query.offset());
  const source::Span span = query.analysis->compilation->scopes.front()->place_of(name);
  if (name.empty() || !span.is_known()) return nullptr;
  return location_of(query, span);
}

Json references(const Query& query, const AnalysisInput& input, engine::Host& host) {
  Json found = Json::array();
  const ast::Program* program = query.analysis == nullptr ? nullptr : query.analysis->program();
  if (program == nullptr) return found;
  const auto add_elsewhere = [&](const auto& uses_in) {
    for (const Importer& importer : importers(input, host)) {
      for (const source::Span use : uses_in(importer))
        found.push_back({{"uri", uri_of_path(importer.path())},
                         {"range", importer.range_of(use, query.encoding)}});
    }
  };
  const bool has_definition = is_true_at(query.params, {"context", "includeDeclaration"});
  const auto names = formula_names_at(*program, query.offset());
  for (const FormulaName& each : names) {
    if (has_definition || !each.is_definition()) found.push_back(location_of(query, each.span));
  }
  if (!names.empty() && names.front().may_be_output()) {
    add_elsewhere(
        [&](const Importer& importer) { return importer.uses_of_output(names.front().name); });
  }
  const std::string name = name_at(*program, query.offset());
  if (name.empty()) return found;
  const source::Span defined = query.analysis->compilation->scopes.front()->place_of(name);
  if (defined.is_known() && has_definition) found.push_back(location_of(query, defined));
  for (const source::Span use : uses_of(*program, name)) found.push_back(location_of(query, use));
  if (defined.is_known() && defined.file == query.analysis->file())
    add_elsewhere([&](const Importer& importer) { return importer.uses_of_condition(name); });
  return found;
}

/// Statements, and what brackets join over several lines.
Json folding_ranges(const Query& query) {
  Json ranges = Json::array();
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return ranges;
  const TextLines& lines = *query.document.lines;
  std::set<std::uint32_t> starts;
  const auto add = [&](source::Span span) {
    if (!span.is_known()) return;
    const std::uint32_t first = lines.line_of(span.begin), last = lines.line_of(span.end);
    if (last > first && starts.insert(first).second)
      ranges.push_back({{"startLine", first}, {"endLine", last}});
  };
  for (const ast::Request& request : program->requests) add(request.span);
  for (const ast::Formula& formula : program->formulas) {
    add(formula.span);
    for (const ast::Json::Member& member : formula.json.members) add(member.value.span);
  }
  for_each_expr(*program, [&](const ast::Expr& expr) { add(expr.span); });
  return ranges;
}

Json document_links(const Query& query) {
  Json links = Json::array();
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return links;
  const auto add = [&](const ast::Field& path) {
    links.push_back(
        {{"range", query.range_of(path.span)}, {"target", uri_beside(query, path.text)}});
  };
  for (const ast::Import& import : program->imports) add(import.path);
  for (const ast::Request& request : program->requests) {
    if (request.rank) add(request.rank->formula);
  }
  return links;
}

}  // namespace seedc::lsp
