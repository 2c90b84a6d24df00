// Parses the shorthand of a JSON request as a file of its own, and moves its locations to where it
// is in the JSON file.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/parse/parse.h"
#include "compiler/parse/strings.h"

namespace seedc::parse {
namespace {

/// The bytes of a field's text in its spelling: a word, `"…"` or `'…'`. Empty if escapes of `'…'`
/// make that impossible.
std::vector<std::size_t> places_of(const ast::Field& field, std::string_view spelling) {
  if (spelling.starts_with('"')) return decoded_places(spelling);
  const std::size_t quotes = spelling.starts_with('\'') ? 1 : 0;
  if (spelling.size() != field.text.size() + 2 * quotes) return {};
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i <= field.text.size(); ++i) places.push_back(i + quotes);
  return places;
}

/// Moves locations from a text of its own to the field that contains it.
class Mover {
 public:
  Mover(const ast::Field& field, const source::SourceManager& sources)
      : field_(field), places_(places_of(field, sources.text(field.span))) {}

  source::Span moved(source::Span span) const {
    if (span.end >= places_.size()) return field_.span;
    return {field_.span.file, static_cast<std::uint32_t>(field_.span.begin + places_[span.begin]),
            static_cast<std::uint32_t>(field_.span.begin + places_[span.end])};
  }

  void move(ast::Expr& expr) const {
    expr.span = moved(expr.span);
    expr.head_span = moved(expr.head_span);
    for (ast::Expr& arg : expr.args) move(arg);
    for (ast::Argument& argument : expr.arguments) {
      if (!argument.key.empty()) argument.key_span = moved(argument.key_span);
      move(argument.value);
      if (!argument.comparison) continue;
      argument.comparison->sign.span = moved(argument.comparison->sign.span);
      move(argument.comparison->operand);
    }
  }

 private:
  void move(ast::Json& json) const {
    json.span = moved(json.span);
    for (ast::Json& element : json.elements) move(element);
    for (ast::Json::Member& member : json.members) {
      member.key_span = moved(member.key_span);
      move(member.value);
    }
  }

  const ast::Field& field_;
  std::vector<std::size_t> places_;
};

/// Rephrases messages about a file for a text of one line.
std::string without_file(std::string text) {
  for (const auto& [of_file, here] :
       {std::pair<std::string_view, std::string_view>{"the end of the file", "its end"},
        {" of line 1", ""}}) {
    if (const auto found = text.find(of_file); found != std::string::npos)
      text.replace(found, of_file.size(), here);
  }
  return text;
}

/// The single bare condition of a program, or nullptr.
ast::Expr* only_condition(ast::Program& program) {
  const bool is_one = program.requests.size() == 1 && program.lets.empty() &&
                      program.imports.empty() && !program.requests.front().id &&
                      !program.requests.front().rank;
  return is_one && program.requests.front().structure ? &*program.requests.front().structure
                                                      : nullptr;
}

}  // namespace

EmbeddedShorthand parse_embedded_shorthand(const ast::Field& field,
                                           const source::SourceManager& sources,
                                           const ParseLimits& limits) {
  source::SourceManager own;
  diag::Diagnostics diagnostics;
  const source::FileId file = own.add(sources.file(field.span.file).name(), field.text);
  ast::Program program = parse_shorthand(own, file, diagnostics, limits);
  const Mover mover(field, sources);
  for (const diag::Diagnostic* diagnostic : diagnostics.sorted()) {
    if (diagnostic->severity == diag::Severity::Error) {
      return {std::nullopt, mover.moved(diagnostic->span), without_file(diagnostic->text),
              without_file(diagnostic->help)};
    }
  }
  ast::Expr* condition = only_condition(program);
  if (!condition) return {std::nullopt, field.span, "it is not one condition", {}};
  mover.move(*condition);
  return {std::move(*condition), {}, {}, {}};
}

}  // namespace seedc::parse
