// Lexes within limits.
#include "compiler/parse/tokens.h"

namespace seedc::parse {

source::Span span_of(source::FileId file, const antlr4::Token& token) {
  return {file, static_cast<std::uint32_t>(token.getStartIndex()),
          static_cast<std::uint32_t>(token.getStopIndex() + 1)};
}

void set_type(antlr4::Token& token, std::size_t type) {
  static_cast<antlr4::CommonToken&>(token).setType(type);
}

std::optional<TokenList> lex(antlr4::Lexer& lexer, source::FileId file,
                             diag::Diagnostics& diagnostics, std::size_t& tokens_left,
                             const ParseLimits& limits) {
  TokenList tokens;
  do {
    limits.call.check();
    tokens.push_back(lexer.nextToken());
    if (tokens_left-- == 0) {
      diagnostics.report(diag::DiagCode::TooManyTokens, span_of(file, *tokens.back()),
                         limits.max_tokens);
      tokens_left = 0;
      return std::nullopt;
    }
  } while (tokens.back()->getType() != antlr4::Token::EOF);
  return tokens;
}

void mark_trailing_commas(const TokenList& tokens, const Punctuation& punctuation,
                          std::size_t trailing_comma) {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    const bool is_comma = tokens[i]->getType() == punctuation.comma;
    if (!is_comma || punctuation.opens(*tokens[i - 1]) || !punctuation.closes(*tokens[i + 1])) {
      continue;
    }
    set_type(*tokens[i], trailing_comma);
  }
}

bool NestingCheck::accept(const antlr4::Token& token) {
  if (!is_beyond_limit(token)) return true;
  report(token);
  return false;
}

bool NestingCheck::is_beyond_limit(const antlr4::Token& token) {
  if (punctuation_.opens(token)) {
    commas_.push_back(0);
    return commas_.size() > limits_.max_depth;
  }
  if (commas_.empty()) return false;
  if (punctuation_.closes(token)) {
    commas_.pop_back();
    return false;
  }
  return token.getType() == punctuation_.comma && ++commas_.back() >= limits_.max_arguments;
}

void NestingCheck::report(const antlr4::Token& token) const {
  const source::Span span = span_of(file_, token);
  if (token.getText() == ",") {
    diagnostics_.report(diag::DiagCode::TooManyArguments, span, limits_.max_arguments);
  } else {
    diagnostics_.report(diag::DiagCode::TooDeep, span, limits_.max_depth);
  }
}

}  // namespace seedc::parse
