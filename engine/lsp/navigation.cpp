// From a name to its definition and back, and from an import to its file.
#include <filesystem>

#include "engine/lsp/features.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

bool contains(source::Span span, std::size_t offset) {
  return span.begin <= offset && offset <= span.end;
}

/// The name of a condition at the location; empty if there is none.
std::string name_at(const ast::Program& program, std::size_t offset) {
  const TreeLocation at = locate(program, offset);
  const ast::Expr* expr = at.innermost();
  if (expr != nullptr) return expr->kind == ast::Expr::Kind::Name ? expr->name : std::string();
  const bool is_definition = at.let != nullptr && contains(at.let->name.span, offset);
  return is_definition ? at.let->name.text : std::string();
}

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
  const std::string name = name_at(*program, query.offset());
  const source::Span span = query.analysis->compilation->scopes.front()->place_of(name);
  if (name.empty() || !span.is_known()) return nullptr;
  return location_of(query, span);
}

Json references(const Query& query) {
  Json found = Json::array();
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return found;
  const std::string name = name_at(*program, query.offset());
  if (name.empty()) return found;
  const source::Span defined = query.analysis->compilation->scopes.front()->place_of(name);
  if (defined.is_known() && is_true_at(query.params, {"context", "includeDeclaration"}))
    found.push_back(location_of(query, defined));
  for_each_expr(*program, [&](const ast::Expr& expr) {
    if (expr.kind == ast::Expr::Kind::Name && expr.name == name)
      found.push_back(location_of(query, expr.head_span));
  });
  return found;
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
