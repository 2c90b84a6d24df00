// Parses expressions by the grammar in grammar/Expression.g4.
#include "compiler/parse/expression/expression.h"

#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/parse/expression/expression_spelling.h"
#include "compiler/parse/expression/expression_tree.h"
#include "compiler/parse/mistakes/expression_errors.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {
namespace {

/// Maps the tokens of an embedded text to their locations in the file, and returns their spellings,
/// without the end of file.
std::vector<std::string_view> move_into_file(const TokenList& tokens, const EmbeddedText& text) {
  std::vector<std::string_view> spellings;
  for (const auto& token : tokens) {
    const std::size_t begin = token->getStartIndex();
    const std::size_t end = token->getStopIndex() + 1;
    const source::Span span = text.span(begin, end);
    auto& movable = static_cast<antlr4::CommonToken&>(*token);
    movable.setStartIndex(span.begin);
    movable.setStopIndex(span.end - 1);
    spellings.push_back(text.value().substr(begin, end - begin));
  }
  spellings.pop_back();
  return spellings;
}

}  // namespace

ExpressionReader::ExpressionReader(const source::SourceFile& source, diag::Diagnostics& diagnostics,
                                   const ParseLimits& limits)
    : source_(source),
      diagnostics_(diagnostics),
      limits_(limits),
      tokens_left_(limits.max_tokens),
      input_({}, {}),
      lexer_(&input_),
      parser_(nullptr) {
  lexer_.removeErrorListeners();
  configure_parser(parser_, limits.call);
}

std::optional<ast::FormulaExpr> ExpressionReader::read(const ast::Json& string, ExpressionForm form,
                                                       const StepNames& names) {
  if (diagnostics_.errors_within(string.span) > 0) return std::nullopt;
  if (string.text.size() > limits_.max_expression_bytes) {
    diagnostics_.report(
        diag::DiagCode::ExpressionSyntax, string.span,
        fmt::format("the expression has more than {} bytes", limits_.max_expression_bytes));
    return std::nullopt;
  }
  const EmbeddedText text(string, source_.text());
  auto tokens = lex(text);
  return tokens ? parse(text, std::move(*tokens), form, names) : std::nullopt;
}

std::optional<TokenList> ExpressionReader::lex(const EmbeddedText& text) {
  input_ = ByteStream(text.value(), {0, text.value().size()});
  lexer_.setInputStream(&input_);
  std::size_t unbounded = std::numeric_limits<std::size_t>::max();
  auto tokens = seedc::parse::lex(lexer_, text.file(), diagnostics_, unbounded, limits_);
  if (tokens->size() > tokens_left_) {
    diagnostics_.report(diag::DiagCode::TooManyTokens, text.string_span(), limits_.max_tokens);
    tokens_left_ = 0;
    return std::nullopt;
  }
  tokens_left_ -= tokens->size();
  return tokens;
}

std::optional<ast::FormulaExpr> ExpressionReader::parse(const EmbeddedText& text, TokenList list,
                                                        ExpressionForm form,
                                                        const StepNames& names) {
  std::vector<std::string_view> spellings = move_into_file(list, text);
  NestingCheck nesting(expression_punctuation(), text.file(), diagnostics_, limits_);
  for (const auto& token : list) {
    if (!nesting.accept(*token)) return std::nullopt;
  }
  mark_trailing_commas(list, expression_punctuation(), grammar::ExpressionParser::TRAILING_COMMA);

  antlr4::ListTokenSource token_source(std::move(list));
  antlr4::CommonTokenStream stream(&token_source);
  stream.fill();
  ExpressionTokens tokens(text, stream.getTokens(), std::move(spellings));
  std::vector<Mistake> mistakes = check_spelling(tokens, form, names);
  parser_.setTokenStream(&stream);
  std::optional<ast::FormulaExpr> expr;
  try {
    expr = build(tokens, form);
  } catch (const StoppedParse& stopped) {
    Mistake error = explain_expression_error(stopped, tokens, form);
    std::erase_if(mistakes, [&error](const Mistake& mistake) { return error.fixes(mistake); });
    mistakes.push_back(std::move(error));
  }
  for (const Mistake& mistake : mistakes) report(mistake, tokens, diagnostics_);
  return expr;
}

ast::FormulaExpr ExpressionReader::build(const ExpressionTokens& tokens, ExpressionForm form) {
  ExpressionBuilder builder(tokens, diagnostics_);
  return form == ExpressionForm::Test ? builder.build(*parser_.test())
                                      : builder.build(*parser_.whole()->expression());
}

}  // namespace seedc::parse
