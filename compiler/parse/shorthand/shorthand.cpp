// Parses shorthand files one statement at a time, so that a broken one affects only itself.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ShorthandLexer.h"
#include "ShorthandParser.h"
#include "compiler/parse/input.h"
#include "compiler/parse/mistakes/shorthand_errors.h"
#include "compiler/parse/parse.h"
#include "compiler/parse/shorthand/context_words.h"
#include "compiler/parse/shorthand/shorthand_tree.h"
#include "compiler/parse/shorthand/statements.h"
#include "compiler/parse/syntax_error.h"
#include "compiler/parse/tokens.h"
#include "compiler/source/utf8.h"

namespace seedc::parse {
namespace {

using grammar::ShorthandParser;

class StatementReader {
 public:
  StatementReader(const source::SourceFile& source, TokenList tokens, const NestingCheck& nesting,
                  diag::Diagnostics& diagnostics, ast::Program& program, const base::Call& call)
      : text_(source.text()),
        nesting_(nesting),
        token_source_(std::move(tokens)),
        stream_(&token_source_),
        parser_(&stream_),
        builder_(text_, diagnostics, program),
        program_(program),
        diagnostics_(diagnostics),
        errors_(source, program.file, tokens_, diagnostics) {
    configure_parser(parser_, call);
    stream_.fill();
    tokens_ = stream_.getTokens();
  }

  void read() {
    const std::size_t end = tokens_.size() - 1;
    for (std::size_t next = 0; next < end;) next = read_statement(next);
  }

 private:
  /// Parses the statement that begins at a token and returns where the next one begins.
  std::size_t read_statement(std::size_t begin) {
    parser_.reset();
    stream_.seek(begin);
    try {
      auto* statement = parser_.statement();
      const std::size_t end = stream_.index();
      if (defines_name(*statement, begin, end)) {
        errors_.report_missing_let(begin);
        return give_up(begin, next_statement(tokens_, begin, end + 1, text_));
      }
      if (const auto error = report_follower(*statement, end)) {
        return give_up(begin, next_statement(tokens_, begin, *error, text_));
      }
      builder_.add(*statement);
      last_is_let_ = statement->letStatement() != nullptr;
      last_is_request_ = !last_is_let_ && !statement->importStatement();
      return end;
    } catch (const StoppedParse& stopped) {
      const std::size_t error = stopped.found->getTokenIndex();
      const std::size_t next = next_statement(tokens_, begin, error, text_);
      report(stopped, begin, next);
      if (error == begin && continues_statement(tokens_, begin, text_)) break_last(next);
      return give_up(begin, next);
    }
  }

  void report(const StoppedParse& stopped, std::size_t begin, std::size_t next) {
    const antlr4::Token& found = *stopped.found;
    const bool is_in_statement = found.getTokenIndex() < next;
    if (is_in_statement && found.getType() == ShorthandParser::BEYOND_LIMIT)
      return nesting_.report(found);
    if (is_in_statement && found.getType() == ShorthandParser::INVALID_UTF8) {
      report_invalid_utf8(text_, {found.getStartIndex(), found.getStopIndex() + 1}, program_.file,
                          diagnostics_);
      return;
    }
    errors_.report(stopped, begin, next);
  }

  /// Whether a statement that was parsed as a request is the name of a definition.
  bool defines_name(ShorthandParser::StatementContext& statement, std::size_t begin,
                    std::size_t end) const {
    return statement.bareRequest() && end == begin + 1 &&
           tokens_[end]->getType() == ShorthandParser::ASSIGN;
  }

  /// Reports the token at `end` if the statement cannot end before it, and returns where to look
  /// for the next one.
  std::optional<std::size_t> report_follower(ShorthandParser::StatementContext& statement,
                                             std::size_t end) {
    if (is_infix_operator(tokens_, end)) {
      errors_.report_infix_operator(end, end);
      return end + 1;
    }
    if (tokens_[end]->getType() == ShorthandParser::COLON) {
      errors_.report_missing_condition(end - 1);
      return end - 1;
    }
    const bool is_number = tokens_[end]->getType() == ShorthandParser::NUMBER;
    const bool may_end = statement.importStatement() || (statement.requestBlock() && !is_number);
    if (!may_end && is_left_over(tokens_, end, text_)) {
      errors_.report_left_over(end);
      return end + 1;
    }
    return std::nullopt;
  }

  /// Gives the last statement the error of the tokens up to `next`, which follow it: to take it
  /// without them would change what it says.
  void break_last(std::size_t next) {
    const source::Span rest = span_at(next - 1);
    if (last_is_request_) {
      ast::Request& request = program_.requests.back();
      request.span = source::join(request.span, rest);
      request.structure.reset();
    } else if (last_is_let_) {
      source::Span& span = program_.lets.back().value.span;
      span = source::join(span, rest);
    }
  }

  /// Keeps the definitions of the broken statement of tokens [begin, next), and returns where the
  /// next one begins.
  std::size_t give_up(std::size_t begin, std::size_t next) {
    last_is_let_ = last_is_request_ = false;
    const source::Span span = source::join(span_at(begin), span_at(next - 1));
    const std::size_t type = tokens_[begin]->getType();
    const bool has_name = next > begin + 1;
    const bool lacks_let = has_name && tokens_[begin + 1]->getType() == ShorthandParser::ASSIGN;
    if ((type == ShorthandParser::LET && has_name) || lacks_let) {
      ast::Expr nothing{.kind = ast::Expr::Kind::And, .span = span, .head_span = span};
      const antlr4::Token& name = *tokens_[lacks_let ? begin : begin + 1];
      if (name.getType() == ShorthandParser::INVALID_UTF8) return next;
      program_.lets.push_back({builder_.field(name), std::move(nothing)});
    } else if (type == ShorthandParser::REQUEST && has_name) {
      add_broken_request(span, tokens_[begin + 1]);
    } else if (has_name && tokens_[begin + 1]->getType() == ShorthandParser::COLON) {
      add_broken_request(span, tokens_[begin]);
    } else if (begins_condition(*tokens_[begin])) {
      add_broken_request(span, nullptr);
    }
    return next;
  }

  void add_broken_request(source::Span span, const antlr4::Token* id) {
    ast::Request& request = program_.requests.emplace_back();
    request.span = span;
    const bool is_id = id != nullptr && (id->getType() == ShorthandParser::NAME ||
                                         id->getType() == ShorthandParser::NUMBER ||
                                         id->getType() == ShorthandParser::STRING);
    if (is_id) request.id = builder_.field(*id);
  }

  source::Span span_at(std::size_t index) const { return span_of(program_.file, *tokens_[index]); }

  std::string_view text_;
  const NestingCheck& nesting_;
  antlr4::ListTokenSource token_source_;
  antlr4::CommonTokenStream stream_;
  ShorthandParser parser_;
  ShorthandBuilder builder_;
  ast::Program& program_;
  diag::Diagnostics& diagnostics_;
  TokenView tokens_;
  ShorthandErrors errors_;
  bool last_is_let_ = false, last_is_request_ = false;  ///< of the last statement that was read
};

/// Makes tokens beyond a limit ones at which the parser stops, so that they cost only their
/// statement. It restarts at the beginning of a statement, whatever brackets were open before.
void mark_beyond_limits(const TokenList& tokens, NestingCheck& nesting) {
  TokenView view;
  for (const auto& token : tokens) view.push_back(token.get());
  for (std::size_t i = 0; i < view.size(); ++i) {
    if (is_statement_head(view, i)) nesting.restart();
    if (nesting.is_beyond_limit(*view[i])) set_type(*view[i], ShorthandParser::BEYOND_LIMIT);
  }
}

/// Makes tokens with bytes that are not UTF-8 ones at which the parser stops, so that they cost
/// only their statement. The first one of each comment is reported here: no statement has it.
void mark_invalid_utf8(const TokenList& tokens, std::string_view text, source::FileId file,
                       diag::Diagnostics& diagnostics) {
  if (!source::find_invalid_utf8(text)) return;
  std::size_t end_before = 0;
  for (const auto& token : tokens) {
    const bool is_last = token->getType() == antlr4::Token::EOF;
    const std::size_t begin = is_last ? text.size() : token->getStartIndex();
    report_invalid_utf8(text, {end_before, begin}, file, diagnostics);
    if (is_last) break;
    end_before = token->getStopIndex() + 1;
    if (source::find_invalid_utf8(text.substr(begin, end_before - begin)))
      set_type(*token, ShorthandParser::INVALID_UTF8);
  }
}

/// Parses the statements of a file and returns its range; std::nullopt if it cannot be read as a
/// whole (reported).
std::optional<source::Span> read_statements(const source::SourceFile& source, ast::Program& program,
                                            diag::Diagnostics& diagnostics,
                                            const ParseLimits& limits) {
  const source::FileId file = program.file;
  const auto stretch = program_stretch(source, file, diagnostics, limits);
  if (!stretch) return std::nullopt;

  ByteStream input(source.text(), *stretch);
  grammar::ShorthandLexer lexer(&input);
  lexer.removeErrorListeners();
  std::size_t tokens_left = limits.max_tokens;
  auto tokens = lex(lexer, file, diagnostics, tokens_left, limits);
  if (!tokens) return std::nullopt;
  NestingCheck nesting(shorthand_punctuation(), file, diagnostics, limits);
  mark_beyond_limits(*tokens, nesting);
  mark_invalid_utf8(*tokens, source.text(), file, diagnostics);
  mark_trailing_commas(*tokens, shorthand_punctuation(), ShorthandParser::TRAILING_COMMA);
  mark_context_words(*tokens, source.text());
  mark_comparisons(*tokens, source.text());

  StatementReader(source, std::move(*tokens), nesting, diagnostics, program, limits.call).read();
  return source::Span{file, static_cast<std::uint32_t>(stretch->begin),
                      static_cast<std::uint32_t>(stretch->end)};
}

}  // namespace

ast::Program parse_shorthand(const source::SourceManager& sources, source::FileId file,
                             diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  ast::Program program{.file = file};
  const auto whole = read_statements(sources.file(file), program, diagnostics, limits);
  if (whole && program.requests.empty() && diagnostics.errors_within(*whole) == 0) {
    diagnostics.report(diag::DiagCode::EmptyProgram,
                       source::Span{file, whole->begin, whole->begin});
  }
  return program;
}

ast::Program parse_imported(const source::SourceManager& sources, source::FileId file,
                            diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  ast::Program program{.file = file};
  read_statements(sources.file(file), program, diagnostics, limits);
  return program;
}

}  // namespace seedc::parse
