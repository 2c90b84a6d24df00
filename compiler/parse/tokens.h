// The tokens of a program, checked against the limits before any parser recurses over them.
#pragma once

#include <antlr4-runtime.h>

#include <bitset>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/parse.h"
#include "compiler/source/source.h"

namespace seedc::parse {

/// The last one is always ANTLR's end of file.
using TokenList = std::vector<std::unique_ptr<antlr4::Token>>;

source::Span span_of(source::FileId file, const antlr4::Token& token);

/// Changes the type of a token.
void set_type(antlr4::Token& token, std::size_t type);

/// The roles of a grammar's tokens in nesting.
struct Punctuation {
  std::bitset<64> openers;
  std::bitset<64> closers;
  std::size_t comma;

  bool opens(const antlr4::Token& token) const { return has(openers, token); }
  bool closes(const antlr4::Token& token) const { return has(closers, token); }

 private:
  static bool has(const std::bitset<64>& set, const antlr4::Token& token) {
    return token.getType() < set.size() && set[token.getType()];
  }
};

/// For a grammar with all three kinds of brackets.
template <class Parser>
Punctuation punctuation_of() {
  Punctuation made{.openers = {}, .closers = {}, .comma = Parser::COMMA};
  made.openers.set(Parser::LEFT_PAREN).set(Parser::LEFT_BRACKET).set(Parser::LEFT_BRACE);
  made.closers.set(Parser::RIGHT_PAREN).set(Parser::RIGHT_BRACKET).set(Parser::RIGHT_BRACE);
  return made;
}

/// Every token up to the end of the lexer's input. std::nullopt (reported) if there are more than
/// `tokens_left`, which is decreased.
std::optional<TokenList> lex(antlr4::Lexer& lexer, source::FileId file,
                             diag::Diagnostics& diagnostics, std::size_t& tokens_left,
                             const ParseLimits& limits);

/// A comma before a closing bracket, with an argument before it, ends a list and requires no other
/// argument: it becomes a token of the type `trailing_comma`.
void mark_trailing_commas(const TokenList& tokens, const Punctuation& punctuation,
                          std::size_t trailing_comma);

/// Counts how deep brackets nest and how many arguments each has: a recursive parser must only see
/// tokens that passed.
class NestingCheck {
 public:
  NestingCheck(const Punctuation& punctuation, source::FileId file, diag::Diagnostics& diagnostics,
               const ParseLimits& limits)
      : punctuation_(punctuation), file_(file), diagnostics_(diagnostics), limits_(limits) {}

  /// Processes the next token; false (reported) if a limit is exceeded.
  bool accept(const antlr4::Token& token);
  /// The same, to be reported later: whether the token is the first beyond a limit, or one after it
  /// in the same brackets.
  bool is_beyond_limit(const antlr4::Token& token);
  /// Of a token that is beyond a limit, whatever its type has become.
  void report(const antlr4::Token& token) const;
  /// Forgets the open brackets, where the parser certainly has none.
  void restart() { commas_.clear(); }

 private:
  const Punctuation& punctuation_;
  source::FileId file_;
  diag::Diagnostics& diagnostics_;
  const ParseLimits& limits_;
  std::vector<std::size_t> commas_;  ///< for each open bracket
};

}  // namespace seedc::parse
