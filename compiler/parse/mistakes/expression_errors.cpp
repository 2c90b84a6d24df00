// Explains syntax errors in expressions: what was found, what was expected, and the fix.
#include "compiler/parse/mistakes/expression_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "ExpressionParser.h"
#include "compiler/parse/mistakes/foreign_forms.h"

namespace seedc::parse {
namespace {

using grammar::ExpressionParser;

bool is_comma(const ExpressionTokens& tokens, std::size_t index) {
  const std::size_t type = tokens.type(index);
  return type == ExpressionParser::COMMA || type == ExpressionParser::TRAILING_COMMA;
}

bool is_comparison(const ExpressionTokens& tokens, std::size_t index) {
  switch (tokens.type(index)) {
    case ExpressionParser::LT:
    case ExpressionParser::LE:
    case ExpressionParser::GT:
    case ExpressionParser::GE:
    case ExpressionParser::EQ:
    case ExpressionParser::NE:
      return true;
    default:
      return false;
  }
}

/// `1,5` is `1.5`; `1,000` is one or the other.
std::optional<Mistake> comma(const ExpressionTokens& tokens, std::size_t found) {
  if (!is_comma(tokens, found) || !tokens.ends_value(found - 1)) return std::nullopt;
  const bool is_in_number = tokens.type(found - 1) == ExpressionParser::NUMBER &&
                            tokens.type(found + 1) == ExpressionParser::NUMBER &&
                            tokens.touches_previous(found) && tokens.touches_previous(found + 1);
  if (!is_in_number) {
    return Mistake{.first = found,
                   .end = found + 1,
                   .text = "`,` outside of a call",
                   .help = "commas separate the arguments of a function"};
  }
  const std::string whole(tokens.spelling(found - 1));
  const std::string_view after = tokens.spelling(found + 1);
  Mistake mistake{.first = found, .end = found + 1, .text = "`,` in a number", .help = ""};
  if (after.size() == 3) {
    mistake.help = fmt::format("write `{0}{1}`, or `{0}.{1}` if decimals are meant", whole, after);
  } else {
    mistake.offer(found - 1, found + 2, fmt::format("{}.{}", whole, after));
    mistake.fix->is_safe = false;  // two values may be meant
  }
  return mistake;
}

std::optional<Mistake> bracket_left_over(const ExpressionTokens& tokens, std::size_t found) {
  if (!tokens.closes(found) || tokens.open_before(found)) return std::nullopt;
  return Mistake{.first = found,
                 .end = found + 1,
                 .text = quote(tokens.spelling(found)) + " closes nothing",
                 .help = ""};
}

std::optional<Mistake> bracket_left_open(const ExpressionTokens& tokens, std::size_t found) {
  const auto open = tokens.open_before(found);
  if (found < tokens.size() || !open || !tokens.ends_value(found - 1)) return std::nullopt;
  return Mistake{.first = *open,
                 .end = *open + 1,
                 .text = quote(tokens.spelling(*open)) + " is not closed",
                 .help = ""};
}

Mistake missing_operator(const ExpressionTokens& tokens, std::size_t found, std::string help) {
  return {.first = found,
          .end = found + 1,
          .text = "expected an operator, found " + quote(tokens.spelling(found)),
          .help = std::move(help)};
}

/// `1.5f` is 1.5 in other languages; there may be a step `f`.
std::optional<Mistake> number_suffix(const ExpressionTokens& tokens, std::size_t found) {
  static constexpr std::string_view kSuffixes[] = {"f", "F", "l", "L", "d", "D", "u", "U"};
  const std::string_view word = tokens.spelling(found);
  const bool is_suffix = tokens.type(found - 1) == ExpressionParser::NUMBER &&
                         tokens.touches_previous(found) &&
                         std::ranges::find(kSuffixes, word) != std::end(kSuffixes);
  if (!is_suffix) return std::nullopt;
  const std::string_view number = tokens.spelling(found - 1);
  return missing_operator(
      tokens, found,
      fmt::format("numbers have no suffix: write `{}`; or `{} * {}` for a product", number, number,
                  word));
}

/// `2x` is `2 * x`, `(a)(b)` is `(a) * (b)`.
std::optional<Mistake> product(const ExpressionTokens& tokens, std::size_t found) {
  const std::size_t before = tokens.type(found - 1);
  const std::size_t type = tokens.type(found);
  const bool is_product =
      (before == ExpressionParser::NUMBER &&
       (type == ExpressionParser::NAME || type == ExpressionParser::LEFT_PAREN)) ||
      (before == ExpressionParser::RIGHT_PAREN &&
       (type == ExpressionParser::NAME || type == ExpressionParser::LEFT_PAREN ||
        type == ExpressionParser::NUMBER));
  if (!is_product) return std::nullopt;
  if (auto suffix = number_suffix(tokens, found)) return suffix;
  const bool is_close = tokens.touches_previous(found);
  Mistake mistake = missing_operator(
      tokens, found,
      is_close ? "write `*` for a product" : "write `*` for a product, `,` between arguments");
  const bool is_divisor = tokens.type(found - 2) == ExpressionParser::DIVIDE;  // `a / 2x`
  if (is_close && !is_divisor) {
    const bool is_safe = before == ExpressionParser::NUMBER;  // `(a)(b)` may have lost a function
    mistake.fix = {found, found + 1, " * " + std::string(tokens.spelling(found)), is_safe};
  }
  return mistake;
}

/// Help for a word where an operator is expected; empty if there is none.
std::string_view help_for_word(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> kHelp[] = {
      {"between", "write `a <= x <= b`"},
      {"contains", "in a `where`, {\"contains\": \"…\"} finds text in text"},
      {"like", "in a `where`, {\"contains\": \"…\"} finds text in text"},
      {"mod", "there is no remainder operator; `/` divides"},
      {"div", "there is no remainder operator; `/` divides"},
      {"then", "write `a if c else b`"},
  };
  const auto* row = std::find_if(std::begin(kHelp), std::end(kHelp),
                                 [word](const auto& row) { return row.first == word; });
  return row == std::end(kHelp) ? std::string_view() : row->second;
}

/// Help for a string that ends too early, as in `'Don't know'`.
std::string_view help_for_quotes(const ExpressionTokens& tokens, std::size_t found) {
  if (tokens.type(found - 1) != ExpressionParser::STRING || !tokens.touches_previous(found))
    return {};
  return tokens.type(found) == ExpressionParser::STRING
             ? "a string is written in one pair of quotes"
             : "`'` inside a string is written `\\'`";
}

/// Help for `x == Low Risk`.
std::string help_for_text(const ExpressionTokens& tokens, std::size_t found) {
  const std::size_t sign = tokens.type(found - 2);
  if (sign != ExpressionParser::EQ && sign != ExpressionParser::NE) return {};
  std::size_t end = found;
  while (tokens.type(end) == ExpressionParser::NAME) ++end;
  if (tokens.type(found - 1) != ExpressionParser::NAME || end == found) return {};
  return "text is written in quotes: `'" + tokens.python(found - 1, end) + "'`";
}

std::optional<Mistake> second_value(const ExpressionTokens& tokens, std::size_t found) {
  if (!tokens.ends_value(found - 1)) return std::nullopt;
  if (!tokens.ends_value(found) && tokens.type(found) != ExpressionParser::LEFT_PAREN)
    return std::nullopt;
  std::string help(help_for_word(tokens.word(found)));
  if (auto mistake = product(tokens, found); mistake && help.empty()) return mistake;
  if (help.empty()) help = help_for_quotes(tokens, found);
  if (help.empty()) help = help_for_text(tokens, found);
  return missing_operator(tokens, found, std::move(help));
}

/// Explains what follows a complete test: `< 4 and > 2`, `< N + 1`.
Mistake test_goes_on(const ExpressionTokens& tokens, std::size_t found) {
  const std::size_t type = tokens.type(found);
  Mistake mistake{.first = found,
                  .end = found + 1,
                  .text = "expected the end of the test, found " + quote(tokens.spelling(found))};
  mistake.help =
      type == ExpressionParser::AND || type == ExpressionParser::OR
          ? "leave out `source` to join comparisons: `x >= 2 and x < 4`"
          : "a test compares with a literal or a step; compute other values in a step of their own";
  return mistake;
}

/// What was expected at a token without a special explanation.
Mistake unexpected(const StoppedParse& stopped, const ExpressionTokens& tokens, std::size_t found,
                   ExpressionForm form) {
  const auto wants = [&](std::size_t type) { return stopped.expected.contains(type); };
  std::string_view expected = "an operator";
  if (tokens.is_key(found)) {
    expected = "a name after `.`";
  } else if (wants(ExpressionParser::NUMBER)) {
    expected = form == ExpressionForm::Test ? "a literal or an earlier step" : "a value";
  } else if (wants(ExpressionParser::ELSE)) {
    expected = "`else`";
  }
  const std::string seen =
      found < tokens.size() ? quote(tokens.spelling(found)) : "the end of the expression";
  Mistake mistake{.first = found,
                  .end = found + 1,
                  .text = fmt::format("expected {}, found {}", expected, seen)};
  const bool lacks_left =
      form == ExpressionForm::Condition && found == 0 && is_comparison(tokens, 0);
  if (lacks_left)
    mistake.help = "name the compared value in the step's `source`, or before the operator";
  if (expected == "`else`") mistake.help = "a conditional has two values: `a if c else b`";
  if (tokens.type(found) == ExpressionParser::NOT) mistake.help = "put `not …` in parentheses";
  return mistake;
}

}  // namespace

Mistake explain_expression_error(const StoppedParse& stopped, const ExpressionTokens& tokens,
                                 ExpressionForm form) {
  using Explanation = std::optional<Mistake> (*)(const ExpressionTokens&, std::size_t);
  static constexpr Explanation kForms[] = {
      foreign_conditional, foreign_sign, wrong_membership,  foreign_bracket,  foreign_word,
      assignment,          comma,        bracket_left_over, bracket_left_open};
  const std::size_t found = stopped.found->getTokenIndex();
  for (const Explanation explanation : kForms) {
    if (auto mistake = explanation(tokens, found)) return std::move(*mistake);
  }
  const bool is_whole_test =
      form == ExpressionForm::Test && stopped.expected.contains(antlr4::Token::EOF);
  if (is_whole_test && !tokens.ends_value(found)) return test_goes_on(tokens, found);
  if (auto mistake = second_value(tokens, found)) return std::move(*mistake);
  return unexpected(stopped, tokens, found, form);
}

}  // namespace seedc::parse
