// From a name to its definition and back, and from an import to its file.
#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/check/formula_scope.h"
#include "compiler/parse/parse.h"
#include "engine/lsp/features.h"
#include "engine/lsp/formula_names.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

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

/// The locations of the name at the offset in a formula; empty if there is none.
std::vector<FormulaName> formula_names_at(const ast::Program& program, std::size_t offset) {
  for (const ast::Formula& formula : program.formulas) {
    if (!contains(formula.span, offset)) continue;
    std::vector<FormulaName> names = locations_of_names(formula);
    const auto here = std::ranges::find_if(
        names, [&](const FormulaName& each) { return contains(each.span, offset); });
    if (here == names.end()) return {};
    const source::Span defined = here->defined;
    std::erase_if(names, [&](const FormulaName& each) { return each.defined != defined; });
    return names;
  }
  return {};
}

/// A step, a filter, a row value or a parameter; files of extractions have the names of fields.
Json renamed_in_formula(const Query& query, const std::vector<FormulaName>& names) {
  if (names.front().is_field) {
    throw RequestError(ErrorCode::RequestFailed,
                       "a field keeps its name, which files of extractions have");
  }
  if (names.front().is_of_group)
    throw RequestError(ErrorCode::RequestFailed, "a step of a group keeps its name");
  const std::string made = text_at(query.params, {"newName"});
  if (const auto refusal = check::name_refusal(made))
    throw RequestError(ErrorCode::RequestFailed, "`" + made + "` cannot name a step: " + *refusal);
  const bool is_taken =
      std::ranges::any_of(query.analysis->program()->formulas, [&](const ast::Formula& formula) {
        return std::ranges::any_of(locations_of_names(formula), [&](const FormulaName& each) {
          return each.is_definition() &&
                 query.analysis->compilation->sources.text(each.defined) == made;
        });
      });
  if (is_taken) throw RequestError(ErrorCode::RequestFailed, "`" + made + "` is defined already");
  const source::SourceManager& sources = query.analysis->compilation->sources;
  Json edits = Json::array();
  for (const FormulaName& each : names) {
    if (sources.text(each.span) != sources.text(each.defined))
      throw RequestError(ErrorCode::RequestFailed,
                         "the name is written with an escape, and keeps its name");
    edits.push_back({{"range", query.range_of(each.span)}, {"newText", made}});
  }
  return {{"changes", {{query.document.uri, std::move(edits)}}}};
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

Json references(const Query& query) {
  Json found = Json::array();
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return found;
  const bool has_definition = is_true_at(query.params, {"context", "includeDeclaration"});
  for (const FormulaName& each : formula_names_at(*program, query.offset())) {
    if (has_definition || !each.is_definition()) found.push_back(location_of(query, each.span));
  }
  const std::string name = name_at(*program, query.offset());
  if (name.empty()) return found;
  const source::Span defined = query.analysis->compilation->scopes.front()->place_of(name);
  if (defined.is_known() && has_definition) found.push_back(location_of(query, defined));
  for_each_expr(*program, [&](const ast::Expr& expr) {
    if (expr.kind == ast::Expr::Kind::Name && expr.name == name)
      found.push_back(location_of(query, expr.head_span));
  });
  return found;
}

/// Only a name that the document itself defines can be another: what others import keeps its name,
/// and a name of the data is what the data says.
Json rename(const Query& query) {
  const ast::Program* program = query.analysis->program();
  if (program != nullptr) {
    const auto names = formula_names_at(*program, query.offset());
    if (!names.empty()) return renamed_in_formula(query, names);
  }
  const std::string name = program == nullptr ? "" : name_at(*program, query.offset());
  const source::Span defined = query.analysis->compilation->scopes.front()->place_of(name);
  if (name.empty() || !defined.is_known() || defined.file != query.analysis->file())
    throw RequestError(ErrorCode::RequestFailed,
                       "only a name that this document defines can be renamed");
  const std::string made = text_at(query.params, {"newName"});
  if (parse::word_kind(made) != parse::WordKind::Name)
    throw RequestError(ErrorCode::RequestFailed, "`" + made + "` cannot name a condition");
  if (query.analysis->compilation->scopes.front()->find(made) != nullptr)
    throw RequestError(ErrorCode::RequestFailed, "`" + made + "` is defined already");
  for_each_expr(*program, [&](const ast::Expr& expr) {
    if (expr.kind == ast::Expr::Kind::Name && expr.name == made)
      throw RequestError(ErrorCode::RequestFailed,
                         "`" + made + "` is used here as a name of the data");
  });
  Json edits = {{{"range", query.range_of(defined)}, {"newText", made}}};
  for_each_expr(*program, [&](const ast::Expr& expr) {
    if (expr.kind == ast::Expr::Kind::Name && expr.name == name)
      edits.push_back({{"range", query.range_of(expr.head_span)}, {"newText", made}});
  });
  return {{"changes", {{query.document.uri, std::move(edits)}}}};
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
