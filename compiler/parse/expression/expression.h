// Parses the expressions in the strings of a Formula Seed.
#pragma once

#include <cstddef>
#include <optional>

#include "ExpressionLexer.h"
#include "ExpressionParser.h"
#include "compiler/ast/formula.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/parse/expression/expression_form.h"
#include "compiler/parse/expression/expression_tokens.h"
#include "compiler/parse/input.h"
#include "compiler/parse/json/embedded_text.h"
#include "compiler/parse/parse.h"
#include "compiler/parse/tokens.h"
#include "compiler/source/source.h"

namespace seedc::parse {

/// Parses the expressions of one file, one after another: ANTLR's lexer and parser are created once
/// and stay warm.
class ExpressionReader {
 public:
  ExpressionReader(const source::SourceFile& source, diag::Diagnostics& diagnostics,
                   const ParseLimits& limits);

  /// The expression in a JSON string, or std::nullopt (reported). An operator in another language's
  /// spelling is reported, but still parsed.
  std::optional<ast::FormulaExpr> read(const ast::Json& string, ExpressionForm form,
                                       const StepNames& names);

 private:
  std::optional<TokenList> lex(const EmbeddedText& text);
  std::optional<ast::FormulaExpr> parse(const EmbeddedText& text, TokenList tokens,
                                        ExpressionForm form, const StepNames& names);
  ast::FormulaExpr build(const ExpressionTokens& tokens, ExpressionForm form);

  const source::SourceFile& source_;
  diag::Diagnostics& diagnostics_;
  const ParseLimits& limits_;
  std::size_t tokens_left_;
  ByteStream input_;
  grammar::ExpressionLexer lexer_;
  grammar::ExpressionParser parser_;
};

}  // namespace seedc::parse
