// Explains signs of other languages in expressions.
#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

#include "ExpressionParser.h"
#include "compiler/parse/mistakes/foreign_forms.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {
namespace {

using grammar::ExpressionParser;

Mistake not_in_language(const ExpressionTokens& tokens, std::size_t found, std::string help) {
  return {.first = found,
          .end = found + 1,
          .text = quote(tokens.spelling(found)) + " is not in the language",
          .help = std::move(help)};
}

/// `x ** 2` is `(x * x)`, `x ** 0.5` is `sqrt(x)`.
Mistake power(const ExpressionTokens& tokens, std::size_t found) {
  Mistake mistake =
      not_in_language(tokens, found, "write `x * x` for a square and `sqrt(x)` for a square root");
  const std::string_view exponent = tokens.spelling(found + 1);
  const auto first = tokens.name_before(found);
  if (!first || tokens.type(found + 2) == tokens.type(found)) return mistake;
  const std::string base = tokens.python(*first, found);
  if (exponent == "2") {
    mistake.offer(*first, found + 2, "(" + base + " * " + base + ")");
  } else if (exponent == "0.5") {
    mistake.offer(*first, found + 2, "sqrt(" + base + ")");
  }
  return mistake;
}

/// A hundredth of a number, with one rounding.
std::string hundredth(std::string_view number) {
  const std::string shifted = std::string(number) + "e-2";
  double value = 0;
  std::from_chars(shifted.data(), shifted.data() + shifted.size(), value);
  return fmt::format("{}", value);
}

/// `5%` is `0.05`; `a % b` has no fix.
Mistake percent(const ExpressionTokens& tokens, std::size_t found) {
  Mistake mistake =
      not_in_language(tokens, found, "there is no remainder operator; 5% is written `0.05`");
  const std::string_view number = tokens.spelling(found - 1);
  const bool is_decimal = number.find_first_not_of("0123456789.") == std::string_view::npos;
  const bool follows_number = tokens.type(found - 1) == ExpressionParser::NUMBER && is_decimal;
  if (!follows_number || tokens.begins_value(found + 1)) return mistake;
  mistake.first = found - 1;
  mistake.text = "a number with `%`";
  mistake.offer(found - 1, found + 1, hundredth(number));
  mistake.fix->is_safe = false;  // a number of percent may be meant
  return mistake;
}

std::optional<Mistake> unary_plus(const ExpressionTokens& tokens, std::size_t found) {
  if (tokens.ends_value(found - 1) || !tokens.begins_value(found + 1)) return std::nullopt;
  return Mistake{.first = found,
                 .end = found + 1,
                 .text = "`+` before a value",
                 .help = "leave it out",
                 .fix = Mistake::Replacement{found, found + 1, ""}};
}

Mistake leading_zeros(const ExpressionTokens& tokens, std::size_t found) {
  const std::string_view number = tokens.spelling(found);
  Mistake mistake{.first = found,
                  .end = found + 1,
                  .text = "number " + quote(number) + " begins with a zero",
                  .help = ""};
  mistake.offer(found, found + 1, std::string(number.substr(number.find_first_not_of("0_"))));
  return mistake;
}

Mistake semicolon(const ExpressionTokens& tokens, std::size_t found) {
  if (found + 1 < tokens.size()) {
    return not_in_language(tokens, found,
                           "an expression is one value; compute others in a step of their own");
  }
  Mistake mistake = not_in_language(tokens, found, "leave it out");
  mistake.fix = {found, found + 1, ""};
  return mistake;
}

Mistake comment(std::size_t found) {
  return {.first = found,
          .end = found + 1,
          .text = "a comment in an expression",
          .help = "leave it out",
          .fix = Mistake::Replacement{found, found + 1, ""}};
}

Mistake prefixed_string(const ExpressionTokens& tokens, std::size_t found) {
  const std::string_view spelling = tokens.spelling(found);
  const std::size_t quote_sign = spelling.find_first_of("'\"");
  const std::string_view prefix = spelling.substr(0, quote_sign);
  Mistake mistake{.first = found,
                  .end = found + 1,
                  .text = "a string with the prefix " + quote(prefix),
                  .help = "strings are plain: `'…'`"};
  const bool has_other_meaning = spelling.find_first_of("\\{") != std::string_view::npos;
  if (!has_other_meaning)
    mistake.fix = {found, found + 1, std::string(spelling.substr(quote_sign))};
  return mistake;
}

Mistake unclosed_string(const ExpressionTokens& tokens, std::size_t found) {
  return {.first = found,
          .end = found + 1,
          .text = "the string is not closed",
          .help = fmt::format("close it with `{}`", tokens.spelling(found).front())};
}

Mistake stray(const ExpressionTokens& tokens, std::size_t found) {
  const std::string_view sign = tokens.spelling(found);
  Mistake mistake{
      .first = found, .end = found + 1, .text = "stray character " + quote(sign), .help = ""};
  if (sign == "\u00a0" || sign == "\u202f" || sign == "\u2009") {
    mistake.text = "a space that is not plain";
    mistake.help = "write a plain space";
    mistake.fix = {found, found + 1, " "};
  } else if (sign == "`") {
    mistake.text = "a backtick";
    mistake.help = "a name is written bare, text in `'…'`";
  } else if (sign == "“" || sign == "”" || sign == "‘" || sign == "’") {
    mistake.help = "strings use plain quotes, `'…'`";
  }
  return mistake;
}

}  // namespace

std::optional<Mistake> foreign_sign(const ExpressionTokens& tokens, std::size_t found) {
  switch (tokens.type(found)) {
    case ExpressionParser::POWER:
      return power(tokens, found);
    case ExpressionParser::MODULO:
      return percent(tokens, found);
    case ExpressionParser::FLOOR_DIVIDE:
      return not_in_language(tokens, found, "write `floor(x / y)`; `/` alone divides");
    case ExpressionParser::PLUS:
      return unary_plus(tokens, found);
    case ExpressionParser::LEADING_ZERO:
      return leading_zeros(tokens, found);
    case ExpressionParser::SEMICOLON:
      return semicolon(tokens, found);
    case ExpressionParser::COMMENT:
      return comment(found);
    case ExpressionParser::PREFIXED_STRING:
      return prefixed_string(tokens, found);
    case ExpressionParser::UNTERMINATED_STRING:
      return unclosed_string(tokens, found);
    case ExpressionParser::STRAY:
      if (tokens.spelling(found) == "$" && tokens.opens(found + 1)) return std::nullopt;  // `${X}`
      return stray(tokens, found);
    default:
      return std::nullopt;
  }
}

/// Whether a comparison follows in an `and` or `or`, as nothing does that is assigned.
static bool joins_comparisons(const ExpressionTokens& tokens, std::size_t begin) {
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    if (tokens.word(i) == "and" || tokens.word(i) == "or") return true;
  }
  return false;
}

std::optional<Mistake> assignment(const ExpressionTokens& tokens, std::size_t found) {
  const std::size_t type = tokens.type(found);
  const bool begins = type == ExpressionParser::ASSIGN && found == 0;
  if (begins) {
    return Mistake{.first = 0,
                   .end = 1,
                   .text = "`=` before the expression",
                   .help = "leave it out",
                   .fix = Mistake::Replacement{0, 1, ""}};
  }
  const bool follows_value = tokens.ends_value(found - 1);
  if (!follows_value ||
      (type != ExpressionParser::ASSIGN && type != ExpressionParser::OTHER_ASSIGN)) {
    return std::nullopt;
  }
  const bool is_first = found == 1;
  if (!is_first && type == ExpressionParser::ASSIGN) {
    return Mistake{.first = found - 1,
                   .end = found + 1,
                   .text = "an argument with a name",
                   .help = "arguments have no names; write the value alone"};
  }
  Mistake mistake{.first = found,
                  .end = found + 1,
                  .text = "an expression cannot assign a value",
                  .help = "the step's `name` names its value; `==` compares"};
  if (type == ExpressionParser::ASSIGN && joins_comparisons(tokens, found))
    mistake.offer(found, found + 1, "==");
  return mistake;
}

}  // namespace seedc::parse
