// What is at a location: the meaning of a name, a condition or an option, and how many items it
// holds for.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "compiler/check/evidence_check.h"
#include "engine/lsp/commands.h"
#include "engine/lsp/formula_hover.h"
#include "engine/lsp/tree_search.h"
#include "runtime/language/describe.h"

namespace seedc::lsp {
namespace {

using Kind = ast::Expr::Kind;

/// Paragraphs of Markdown.
class Text {
 public:
  void add(std::string_view paragraph) {
    if (paragraph.empty()) return;
    if (!text_.empty()) text_ += "\n\n";
    text_ += paragraph;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string location_of(const Analysis& analysis, source::Span span) {
  const source::SourceFile& file = analysis.compilation->sources.file(span.file);
  return fmt::format("line {}{}", file.position(span.begin).line,
                     span.file == analysis.file() ? "" : " of `" + file.name() + "`");
}

void add_counts(const Analysis& analysis, const ast::Expr& expr, Text& text) {
  const engine::Tally* tally = tally_of(analysis, expr);
  if (tally == nullptr) return;
  const std::uint64_t items = tally->yes + tally->no + tally->unknown;
  text.add(fmt::format("{} of {} item{}", text_of(*tally), items, items == 1 ? "" : "s"));
}

void add_meaning(const Analysis& analysis, const ast::Expr& expr, Text& text) {
  if (const language::Condition* condition = condition_of(analysis, expr))
    text.add("means: " + language::describe(*condition).sentence);
}

void add_reading(const resolve::Reading& reading, Text& text) {
  text.add("means: " + check::meaning_of(reading));
  text.add(reading.origin);
  for (const std::string& note : reading.notes) text.add(note);
}

void add_name(const Analysis& analysis, const std::string& name, Text& text) {
  text.add(fmt::format("**{}**", name));
  const resolve::Scope& scope = *analysis.compilation->scopes.front();
  if (const ast::Expr* defined = scope.find(name)) {
    const std::string_view written = analysis.compilation->sources.text(defined->span);
    text.add(fmt::format("defined in {}", location_of(analysis, scope.place_of(name))));
    text.add(fmt::format("```seedc\n{}\n```", written.substr(0, 1'000)));
    add_meaning(analysis, *defined, text);
    return;
  }
  const auto reading = analysis.compilation->conventions.find(name);
  if (reading == analysis.compilation->conventions.end()) return;
  text.add("a name of the data");
  add_reading(reading->second, text);
}

std::string_view operator_of(Kind kind) {
  switch (kind) {
    case Kind::And:
      return "AND";
    case Kind::Or:
      return "OR";
    case Kind::Not:
      return "NOT";
    case Kind::AtLeast:
      return "AT_LEAST";
    case Kind::Name:
    case Kind::Call:
    case Kind::Hop:
    case Kind::Evidence:
      break;
  }
  return "";
}

std::string_view meaning_of(Kind kind) {
  switch (kind) {
    case Kind::And:
      return "yes if all are yes, no if any is no, else unknown";
    case Kind::Or:
      return "yes if any is yes, no if all are no, else unknown";
    case Kind::Not:
      return "yes if it is no, no if it is yes, else unknown";
    case Kind::AtLeast:
      return "yes if at least that many are yes, no if not so many can be, else unknown";
    case Kind::Name:
    case Kind::Evidence:
    case Kind::Call:
    case Kind::Hop:
      return {};
  }
  return {};
}

/// The option of a call at an offset; a null pointer if there is none.
const language::OptionInfo* option_at(const ast::Expr& call, std::size_t offset) {
  const auto kind = language::find_evidence_kind(call.name);
  if (!kind) return nullptr;
  for (const ast::Argument& argument : call.arguments) {
    const bool is_there = !argument.key.empty() && argument.key_span.begin <= offset &&
                          offset <= argument.key_span.end;
    if (!is_there) continue;
    if (const auto* option = language::find_option(language::info(*kind).options, argument.key))
      return option;
    for (const language::OptionInfo& option : language::info(*kind).options) {
      const auto* member = language::find_option(option.members, argument.key);
      if (option.is_spread && member != nullptr) return member;
    }
  }
  return nullptr;
}

void add_call(const Analysis& analysis, const ast::Expr& call, std::size_t offset, Text& text) {
  if (const auto* option = option_at(call, offset)) {
    text.add(fmt::format("**{}**: {}", option->name, language::values_of(*option)));
    return text.add(option->documentation);
  }
  text.add(fmt::format("**{}**", call.name));
  if (const auto kind = language::find_evidence_kind(call.name))
    text.add(language::info(*kind).documentation);
  add_meaning(analysis, call, text);
  add_counts(analysis, call, text);
}

void add_expr(const Analysis& analysis, const ast::Expr& expr, std::size_t offset, Text& text) {
  switch (expr.kind) {
    case Kind::And:
    case Kind::Or:
    case Kind::Not:
    case Kind::AtLeast:
      text.add(fmt::format("**{}**: {}", operator_of(expr.kind), meaning_of(expr.kind)));
      return add_counts(analysis, expr, text);
    case Kind::Name:
      add_name(analysis, expr.name, text);
      return add_counts(analysis, expr, text);
    case Kind::Call:
    case Kind::Hop:
      return add_call(analysis, expr, offset, text);
    case Kind::Evidence:
      if (!expr.name.empty()) text.add(fmt::format("**{}**", expr.name));
      add_meaning(analysis, expr, text);
      return add_counts(analysis, expr, text);
  }
}

Json hover_of(const Query& query, const std::string& markdown, Extent extent) {
  if (markdown.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", markdown}}},
          {"range", query.range_of(extent.begin, extent.end)}};
}

void add_request(const Analysis& analysis, const ast::Request& request, Text& text) {
  if (!request.id) return;
  text.add(fmt::format("request **{}**", request.id->text));
  if (request.text) text.add(request.text->text);
  if (request.structure) add_counts(analysis, *request.structure, text);
}

/// The results of commands about what is named at an offset.
void add_results(const Query& query, std::size_t offset, Text& text) {
  if (query.results == nullptr || query.results->empty()) return;
  const TextLines& lines = *query.document.lines;
  for (const Subject& subject : subjects(*query.analysis)) {
    if (lines.line_of(subject.extent.begin) != lines.line_of(offset)) continue;
    for (const Json* result : results_about(*query.results, subject))
      text.add(markdown_of(*result));
  }
}

Json hover_program(const Query& query) {
  const Analysis& analysis = *query.analysis;
  const ast::Program* program = analysis.program();
  if (program == nullptr) return nullptr;
  const std::size_t offset = query.offset();
  if (const auto found = hover_formula(analysis, offset))
    return hover_of(query, found->markdown, found->extent);
  const TreeLocation at = locate(*program, offset);
  Text text;
  if (const ast::Expr* expr = at.innermost()) {
    add_expr(analysis, *expr, offset, text);
    return hover_of(query, text.text(), {expr->head_span.begin, expr->head_span.end});
  }
  if (at.let != nullptr) {
    add_name(analysis, at.let->name.text, text);
    add_counts(analysis, at.let->value, text);
    return hover_of(query, text.text(), {at.let->name.span.begin, at.let->name.span.end});
  }
  if (at.request != nullptr && at.request->id) {
    add_request(analysis, *at.request, text);
    return hover_of(query, text.text(), {at.request->id->span.begin, at.request->id->span.end});
  }
  return nullptr;
}

}  // namespace

/// On the line where a request or a formula begins, with what commands found, unless a condition is
/// pointed at.
Json hover(const Query& query) {
  Json found = hover_program(query);
  const ast::Program* program = query.analysis->program();
  if (program == nullptr) return found;
  const TreeLocation at = locate(*program, query.offset());
  if (at.innermost() != nullptr && at.exprs.size() + (at.let != nullptr ? 1 : 0) > 1) return found;
  Text text;
  text.add(text_at(found, {"contents", "value"}));
  add_results(query, query.offset(), text);
  if (text.text().empty()) return found;
  const Json nothing = query.range_of(query.offset(), query.offset());
  const Json& range = found.is_object() ? found["range"] : nothing;
  return {{"contents", {{"kind", "markdown"}, {"value", text.text()}}}, {"range", range}};
}

}  // namespace seedc::lsp
