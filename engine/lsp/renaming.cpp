// Gives a name of the document another, here and in the programs that import it.
#include <algorithm>

#include "compiler/check/formula_scope.h"
#include "compiler/parse/parse.h"
#include "engine/lsp/features.h"
#include "engine/lsp/formula_names.h"
#include "engine/lsp/importers.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

[[noreturn]] void refuse_rename(const std::string& reason) {
  throw RequestError(ErrorCode::RequestFailed, reason);
}

/// Edits of several documents.
class Edits {
 public:
  Edits(const Query& query, std::string made) : query_(query), made_(std::move(made)) {}

  void add(source::Span span) {
    changes_[query_.document.uri].push_back({{"range", query_.range_of(span)}, {"newText", made_}});
  }
  /// In JSON a name stands in quotes.
  void add(const Importer& importer, source::Span span) {
    const bool is_quoted = importer.text(span).starts_with('"');
    changes_[uri_of_path(importer.path())].push_back(
        {{"range", importer.range_of(span, query_.encoding)},
         {"newText", is_quoted ? "\"" + made_ + "\"" : made_}});
  }
  Json take() { return {{"changes", std::move(changes_)}}; }

 private:
  const Query& query_;
  std::string made_;
  Json changes_ = Json::object();
};

/// A step, a filter, a row value or a parameter; files of extractions have the names of fields.
Json renamed_in_formula(const Query& query, const std::vector<FormulaName>& names,
                        const AnalysisInput& input, engine::Host& host) {
  if (names.front().is_field)
    refuse_rename("a field keeps its name, which files of extractions have");
  if (names.front().is_of_group) refuse_rename("a step of a group keeps its name");
  const std::string made = text_at(query.params, {"newName"});
  if (const auto refusal = check::name_refusal(made))
    refuse_rename("`" + made + "` cannot name a step: " + *refusal);
  const bool is_taken =
      std::ranges::any_of(query.analysis->program()->formulas, [&](const ast::Formula& formula) {
        return std::ranges::any_of(locations_of_names(formula), [&](const FormulaName& each) {
          return each.is_definition() && each.name == made;
        });
      });
  if (is_taken) refuse_rename("`" + made + "` is defined already");
  Edits edits(query, made);
  for (const FormulaName& each : names) {
    if (query.analysis->compilation->sources.text(each.span) != each.name)
      refuse_rename("the name is written with an escape, and keeps its name");
    edits.add(each.span);
  }
  for (const Importer& importer : importers(input, host)) {
    for (const source::Span use : importer.uses_of_output(names.front().name))
      edits.add(importer, use);
  }
  return edits.take();
}

/// Only a name that the document itself defines can be another: one that it imports is renamed
/// where it is defined, and a name of the data is what the data says.
std::string condition_of_document(const Query& query, const ast::Program& program) {
  std::string name = name_at(program, query.offset());
  const source::Span defined = query.analysis->compilation->scopes.front()->place_of(name);
  if (name.empty() || !defined.is_known() || defined.file != query.analysis->file())
    refuse_rename("only a name that this document defines can be renamed");
  return name;
}

void check_condition_name(const Query& query, const ast::Program& program,
                          const std::string& made) {
  if (parse::word_kind(made) != parse::WordKind::Name)
    refuse_rename("`" + made + "` cannot name a condition");
  if (query.analysis->compilation->scopes.front()->find(made) != nullptr)
    refuse_rename("`" + made + "` is defined already");
  if (!uses_of(program, made).empty())
    refuse_rename("`" + made + "` is used here as a name of the data");
}

}  // namespace

Json rename(const Query& query, const AnalysisInput& input, engine::Host& host) {
  const ast::Program* program = query.analysis == nullptr ? nullptr : query.analysis->program();
  if (program == nullptr) refuse_rename("the document was not read");
  if (const auto names = formula_names_at(*program, query.offset()); !names.empty())
    return renamed_in_formula(query, names, input, host);
  const std::string name = condition_of_document(query, *program);
  const std::string made = text_at(query.params, {"newName"});
  check_condition_name(query, *program, made);
  Edits edits(query, made);
  edits.add(query.analysis->compilation->scopes.front()->place_of(name));
  for (const source::Span use : uses_of(*program, name)) edits.add(use);
  for (const Importer& importer : importers(input, host)) {
    if (const std::string refusal = importer.refusal_of(made); !refusal.empty())
      refuse_rename(refusal);
    for (const source::Span use : importer.uses_of_condition(name)) edits.add(importer, use);
  }
  return edits.take();
}

}  // namespace seedc::lsp
