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

using grammar::ExpressionParser;

constexpr std::string_view kNullHelp =
    "null cannot be compared: it makes the result null, unless `default(x, 0)` replaces it";

Mistake word_mistake(const ExpressionTokens& tokens, std::size_t first, std::size_t end,
                     std::string_view help) {
  return {.first = first,
          .end = end,
          .text = quote(tokens.python(first, end)) + " is not in the language",
          .help = std::string(help)};
}

/// `x is None`; `x is True` is meant as a comparison.
Mistake identity(const ExpressionTokens& tokens, std::size_t found) {
  const bool is_negated = tokens.type(found + 1) == ExpressionParser::NOT;
  const std::size_t end = found + (is_negated ? 2 : 1);
  if (tokens.type(end) == ExpressionParser::NULL_WORD)
    return word_mistake(tokens, found, end, kNullHelp);
  Mistake mistake = word_mistake(tokens, found, end, "");
  mistake.offer(found, end, is_negated ? "!=" : "==");
  return mistake;
}

/// `a < b in (1, 2)`.
Mistake chained_membership(std::size_t found) {
  return {.first = found,
          .end = found + 1,
          .text = "`in` is part of no chain",
          .help = "join two comparisons with `and`: `a < b and b in (1, 2)`"};
}

/// What follows `in` and is no list of literals: `'a' in meta.text`, `x in {1, 2}`, `x in ()`.
Mistake members(const ExpressionTokens& tokens, std::size_t found) {
  const bool is_inside = !tokens.closes(found) && tokens.type(found - 1) != ExpressionParser::IN;
  Mistake mistake{.first = found,
                  .end = found + 1,
                  .text = "`in` takes a list of values in brackets, found " +
                          (found < tokens.size() ? quote(tokens.spelling(found))
                                                 : std::string("the end of the expression")),
                  .help = "write the values: `x in ('a', 'b')`"};
  if (tokens.closes(found)) {
    mistake.text = "the list of `in` is empty";
  } else if (is_inside && tokens.ends_value(found - 1)) {
    mistake.text = "expected `,` or the end of the list, found " + quote(tokens.spelling(found));
    mistake.help.clear();
  } else if (is_inside) {
    mistake.text = "a list of `in` holds literals, found " + quote(tokens.spelling(found));
    mistake.help = "compute the value in a step of its own and compare: `x == A or x == B`";
    if (tokens.type(found) == ExpressionParser::NULL_WORD) mistake.help = kNullHelp;
  } else if (tokens.type(found) == ExpressionParser::LEFT_BRACE && tokens.closer(found)) {
    const std::size_t close = *tokens.closer(found);
    mistake.offer(found, close + 1, "(" + tokens.python(found + 1, close) + ")");
  } else if (tokens.type(found - 2) == ExpressionParser::STRING) {
    mistake.help = "in a `where`, {\"contains\": \"…\"} finds text in text";
  }
  return mistake;
}

/// Whether a token is in the place of a list of `in`, or directly in one.
bool is_in_members(const ExpressionTokens& tokens, std::size_t found) {
  if (tokens.type(found - 1) == ExpressionParser::IN) return true;
  const auto open = tokens.open_before(found);
  return open && tokens.type(*open - 1) == ExpressionParser::IN;
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

std::optional<Mistake> wrong_membership(const ExpressionTokens& tokens, std::size_t found) {
  const bool is_unclosed = found >= tokens.size() && tokens.type(found - 1) != ExpressionParser::IN;
  if (is_in_members(tokens, found) && !is_unclosed) return members(tokens, found);
  const bool is_not_in =
      tokens.type(found) == ExpressionParser::NOT && tokens.type(found + 1) == ExpressionParser::IN;
  if (is_not_in || tokens.type(found) == ExpressionParser::IN) return chained_membership(found);
  const bool compares = python_spelling(tokens.type(found)).find_first_of("<=>") == 0 ||
                        tokens.type(found) == ExpressionParser::NE;
  const auto open = tokens.closes(found - 1) ? tokens.open_before(found - 1) : std::nullopt;
  const bool follows_list = open && tokens.type(*open - 1) == ExpressionParser::IN;
  return compares && follows_list ? std::optional(chained_membership(found)) : std::nullopt;
}

std::optional<Mistake> foreign_word(const ExpressionTokens& tokens, std::size_t found) {
  switch (tokens.type(found)) {
    case ExpressionParser::NULL_WORD:
      return word_mistake(tokens, found, found + 1, kNullHelp);
    case ExpressionParser::IS:
      return identity(tokens, found);
    case ExpressionParser::KEYWORD:
      return keyword(tokens, found);
    default:
      return std::nullopt;
  }
}

}  // namespace seedc::parse
