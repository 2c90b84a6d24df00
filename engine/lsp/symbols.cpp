// The outline of a document: definitions, requests, formulas with their steps.
#include "engine/lsp/features.h"
#include "engine/lsp/tree_search.h"
#include "runtime/language/text.h"

namespace seedc::lsp {
namespace {

/// SymbolKind of the protocol.
enum SymbolKind : std::uint8_t {
  kFunction = 12,
  kVariable = 13,
  kEvent = 24,
  kClass = 5,
  kField = 8
};

/// A name's part must be in the whole, also where a file is broken.
Json symbol(const Query& query, std::string name, std::string detail, SymbolKind kind, Extent whole,
            Extent part) {
  const bool is_inside = whole.begin <= part.begin && part.end <= whole.end;
  if (name.empty()) name = "?";
  Json made = {{"name", std::move(name)},
               {"kind", static_cast<int>(kind)},
               {"range", query.range_of(whole.begin, whole.end)},
               {"selectionRange", is_inside ? query.range_of(part.begin, part.end)
                                            : query.range_of(whole.begin, whole.begin)}};
  if (!detail.empty()) made["detail"] = std::move(detail);
  return made;
}

Json symbol_of(const Query& query, const ast::Let& let) {
  return symbol(query, let.name.text, "condition", kVariable,
                {let.name.span.begin, std::max<std::size_t>(let.name.span.end, let.value.span.end)},
                extent_of(let.name.span));
}

Json symbol_of(const Query& query, const ast::Request& request, const std::string& id) {
  const std::string detail = request.text    ? request.text->text
                             : request.group ? "group " + request.group->text
                                             : "request";
  const Extent part = request.id ? extent_of(request.id->span) : extent_of(request.span);
  return symbol(query, id, detail, kFunction, extent_of(request.span), part);
}

/// The steps of a formula, which are objects of the list `compute`.
Json steps_of(const Query& query, const ast::Formula& formula) {
  Json steps = Json::array();
  for_each_step(formula, [&](const ast::Json& step, const ast::Json& name) {
    const ast::Json* op = step.find("op");
    steps.push_back(symbol(query, name.text, op == nullptr ? "" : op->text, kField,
                           extent_of(step.span), extent_of(name.span)));
  });
  return steps;
}

}  // namespace

Json document_symbols(const Query& query) {
  Json symbols = Json::array();
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return symbols;
  const auto& compilation = *query.analysis->compilation;
  for (const ast::Let& let : program->lets) symbols.push_back(symbol_of(query, let));
  for (std::size_t i = 0; i < program->requests.size(); ++i) {
    const bool is_known = i < compilation.requests.size();
    symbols.push_back(symbol_of(query, program->requests[i],
                                is_known ? compilation.requests[i].id : std::string()));
  }
  for (std::size_t i = 0; i < program->formulas.size(); ++i) {
    const ast::Formula& formula = program->formulas[i];
    const std::string name =
        i < compilation.formulas.size() ? compilation.formulas[i].name : std::string();
    Json made = symbol(query, name, "formula", kClass, extent_of(formula.span),
                       {formula.span.begin, formula.span.begin});
    made["children"] = steps_of(query, formula);
    symbols.push_back(std::move(made));
  }
  return symbols;
}

void add_symbols_with(std::string_view part, const Query& query, Json& found) {
  const std::string lowered = language::lower(part);
  const auto add = [&](const Json& symbol) {
    const std::string name = language::lower(symbol["name"].get_ref<const std::string&>());
    if (name.find(lowered) == std::string::npos) return;
    found.push_back(
        {{"name", symbol["name"]},
         {"kind", symbol["kind"]},
         {"location", {{"uri", query.document.uri}, {"range", symbol["selectionRange"]}}}});
  };
  for (const Json& symbol : document_symbols(query)) {
    add(symbol);
    for (const Json& step : at(symbol, {"children"})) add(step);
  }
}

}  // namespace seedc::lsp
