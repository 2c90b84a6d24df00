// Explains words of Python and SQL that expressions do not have.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ExpressionParser.h"
#include "compiler/parse/mistakes/foreign_forms.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {
namespace {

using Parser = grammar::ExpressionParser;

constexpr std::string_view kNullHelp =
    "null cannot be compared: it makes the result null, unless `default` replaces it";

Mistake word_mistake(const ExpressionTokens& tokens, std::size_t first, std::size_t end,
                     std::string_view help) {
  return {.first = first,
          .end = end,
          .text = quote(tokens.python(first, end)) + " is not in the language",
          .help = std::string(help)};
}

/// `x is None`; `x is True` is meant as a comparison.
Mistake identity(const ExpressionTokens& tokens, std::size_t found) {
  const bool is_negated = tokens.type(found + 1) == Parser::NOT;
  const std::size_t end = found + (is_negated ? 2 : 1);
  if (tokens.type(end) == Parser::NULL_WORD) return word_mistake(tokens, found, end, kNullHelp);
  Mistake mistake = word_mistake(tokens, found, end, "");
  mistake.offer(found, end, is_negated ? "!=" : "==");
  return mistake;
}

bool is_literal(std::size_t type) {
  return type == Parser::STRING || type == Parser::NUMBER || type == Parser::TRUE_WORD ||
         type == Parser::FALSE_WORD;
}

/// The literals between the brackets at `open` and `close`; empty if there is anything else, or
/// more than fits into a help line.
std::vector<std::string_view> literals(const ExpressionTokens& tokens, std::size_t open,
                                       std::size_t close) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string_view> found;
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool is_comma = tokens.type(i) == Parser::COMMA;
    const bool wants_comma = (i - open) % 2 == 0;
    if (wants_comma ? !is_comma : !is_literal(tokens.type(i))) return {};
    if (!is_comma) found.push_back(tokens.spelling(i));
  }
  if (found.size() > kMost) found.clear();
  return found;
}

/// Whether a value that begins at a token is a complete operand of a comparison.
bool begins_operand(const ExpressionTokens& tokens, std::size_t index) {
  switch (tokens.type(index - 1)) {
    case antlr4::Token::EOF:
    case Parser::AND:
    case Parser::OR:
    case Parser::NOT:
    case Parser::IF:
    case Parser::ELSE:
      return true;
    default:
      return tokens.part_begin(index) == index;
  }
}

/// `x in ['a', 'b']` is `(x == 'a' or x == 'b')`.
Mistake membership(const ExpressionTokens& tokens, std::size_t first, bool is_negated) {
  const std::size_t open = first + (is_negated ? 2 : 1);
  Mistake mistake =
      word_mistake(tokens, first, open, "compare with each value: `x == 'a' or x == 'b'`");
  const auto name = tokens.name_before(first);
  const std::size_t close = tokens.opens(open) ? tokens.closer(open).value_or(open) : open;
  if (tokens.type(first - 1) == Parser::STRING) {
    mistake.help = "a `lookup` step finds text in text";
  }
  if (!name || !begins_operand(tokens, *name) || close == open) return mistake;
  std::string python;
  for (const std::string_view literal : literals(tokens, open, close)) {
    if (!python.empty()) python += is_negated ? " and " : " or ";
    python += tokens.python(*name, first) + (is_negated ? " != " : " == ") + std::string(literal);
  }
  if (python.empty()) return mistake;
  if (!tokens.stands_alone(*name, close + 1)) python = "(" + python + ")";
  mistake.offer(*name, close + 1, std::move(python));
  return mistake;
}

Mistake keyword(const ExpressionTokens& tokens, std::size_t found) {
  static constexpr std::pair<std::string_view, std::string_view> kHelp[] = {
      {"for", "steps iterate over rows: `count`, `sum`, `max` and `min`"},
      {"lambda", "give each value a step of its own"},
      {"elif", "write `a if c else b if d else e`"},
  };
  const std::string_view word = tokens.spelling(found);
  const auto* row = std::find_if(std::begin(kHelp), std::end(kHelp),
                                 [word](const auto& row) { return row.first == word; });
  const std::string_view help =
      row == std::end(kHelp) ? "an expression is only a value" : row->second;
  Mistake mistake = word_mistake(tokens, found, found + 1, help);
  if (word == "return" && found == 0) {
    mistake.help = "leave it out";
    mistake.fix = {found, found + 1, ""};
  }
  return mistake;
}

}  // namespace

std::optional<Mistake> foreign_word(const ExpressionTokens& tokens, std::size_t found) {
  switch (tokens.type(found)) {
    case Parser::NULL_WORD:
      return word_mistake(tokens, found, found + 1, kNullHelp);
    case Parser::IS:
      return identity(tokens, found);
    case Parser::IN:
      return membership(tokens, found, /*is_negated=*/false);
    case Parser::NOT:
      if (tokens.type(found + 1) != Parser::IN) return std::nullopt;
      return membership(tokens, found, /*is_negated=*/true);
    case Parser::KEYWORD:
      return keyword(tokens, found);
    default:
      return std::nullopt;
  }
}

}  // namespace seedc::parse
