// Finds the boundaries of shorthand statements.
#include "compiler/parse/shorthand/statements.h"

#include <algorithm>

#include "ShorthandParser.h"

namespace seedc::parse {
namespace {

using grammar::ShorthandParser;

std::size_t type_at(const TokenView& tokens, std::size_t index) {
  return index < tokens.size() ? tokens[index]->getType() : antlr4::Token::EOF;
}

bool is_id(std::size_t type) {
  return type == ShorthandParser::NAME || type == ShorthandParser::NUMBER ||
         type == ShorthandParser::STRING;
}

bool is_operator(std::size_t type) {
  return type == ShorthandParser::AND || type == ShorthandParser::OR ||
         type == ShorthandParser::NOT || type == ShorthandParser::AT_LEAST ||
         type == ShorthandParser::HOP;
}

/// `R1:`
bool is_short_request(const TokenView& tokens, std::size_t index) {
  return is_id(type_at(tokens, index)) && type_at(tokens, index + 1) == ShorthandParser::COLON;
}

/// `R1` before an error at its colon, or `R1: f` before one at the bracket: all that is read of it
/// as an argument or an option.
bool is_request_up_to(const TokenView& tokens, std::size_t index, std::size_t error) {
  const bool is_call = index + 3 == error && type_at(tokens, error) == ShorthandParser::LEFT_PAREN;
  return is_short_request(tokens, index) && (index + 1 == error || is_call);
}

bool is_keyword(std::size_t type) {
  return type == ShorthandParser::LET || type == ShorthandParser::IMPORT ||
         type == ShorthandParser::REQUEST;
}

/// The indentation of a token that is the first on its line; npos for any other.
std::size_t indentation(const antlr4::Token& token, std::string_view text) {
  const std::size_t begin = token.getStartIndex();
  std::size_t line_start = begin;
  while (line_start > 0 && (text[line_start - 1] == ' ' || text[line_start - 1] == '\t')) {
    --line_start;
  }
  const bool is_first = line_start == 0 || text[line_start - 1] == '\n';
  return is_first ? begin - line_start : std::string_view::npos;
}

/// The first token from `begin` on that is on the line of the one at `index`.
std::size_t line_begin(const TokenView& tokens, std::size_t begin, std::size_t index,
                       std::string_view text) {
  while (index > begin && indentation(*tokens[index], text) == std::string_view::npos) --index;
  return index;
}

}  // namespace

const Punctuation& shorthand_punctuation() {
  static const Punctuation kPunctuation = punctuation_of<ShorthandParser>();
  return kPunctuation;
}

bool is_statement_head(const TokenView& tokens, std::size_t index) {
  const std::size_t next = type_at(tokens, index + 1);
  const std::size_t after_next = type_at(tokens, index + 2);
  switch (type_at(tokens, index)) {
    case ShorthandParser::LET:
      return (next == ShorthandParser::NAME || next == ShorthandParser::STRING) &&
             after_next == ShorthandParser::ASSIGN;
    case ShorthandParser::IMPORT:
      return next == ShorthandParser::STRING;
    case ShorthandParser::REQUEST:
      return is_id(next) && after_next == ShorthandParser::LEFT_BRACE;
    default:
      return is_short_request(tokens, index) && is_operator(after_next) &&
             type_at(tokens, index + 3) == ShorthandParser::LEFT_PAREN;
  }
}

bool begins_condition(const antlr4::Token& token) {
  return token.getType() == ShorthandParser::NAME || is_operator(token.getType());
}

bool is_left_over(const TokenView& tokens, std::size_t index, std::string_view text) {
  const antlr4::Token& token = *tokens[index];
  const std::size_t type = token.getType();
  const bool begins_or_names =
      begins_condition(token) || type == ShorthandParser::STRING || type == ShorthandParser::NUMBER;
  return begins_or_names && !is_short_request(tokens, index) &&
         indentation(token, text) == std::string_view::npos;
}

bool continues_statement(const TokenView& tokens, std::size_t index, std::string_view text) {
  const antlr4::Token& token = *tokens[index];
  return indentation(token, text) == std::string_view::npos ||
         token.getType() == ShorthandParser::COMMA || shorthand_punctuation().closes(token);
}

std::size_t next_statement(const TokenView& tokens, std::size_t begin, std::size_t error,
                           std::string_view text) {
  const Punctuation& punctuation = shorthand_punctuation();
  const std::size_t own_indentation = indentation(*tokens[begin], text);
  const std::size_t error_line = line_begin(tokens, begin, error, text);
  const std::size_t end = tokens.size() - 1;
  std::size_t depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const antlr4::Token& token = *tokens[i];
    if (i >= error_line && i > begin) {
      const bool is_head = is_statement_head(tokens, i);
      if (is_head && i >= error) return i;
      const bool may_begin_after_error = is_short_request(tokens, i) ||
                                         is_operator(token.getType()) ||
                                         (depth == 0 && begins_condition(token));
      const bool may_begin = is_head || is_keyword(token.getType()) ||
                             is_request_up_to(tokens, i, error) ||
                             (i >= error && may_begin_after_error);
      const std::size_t indented = may_begin ? indentation(token, text) : std::string_view::npos;
      if (indented != std::string_view::npos && indented <= own_indentation) return i;
    }
    if (punctuation.opens(token)) ++depth;
    if (punctuation.closes(token) && depth > 0) --depth;
  }
  return end;
}

}  // namespace seedc::parse
