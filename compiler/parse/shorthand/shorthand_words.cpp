// Classifies single words and finds comments of the shorthand, for code that writes it.
#include <algorithm>

#include "ShorthandLexer.h"
#include "compiler/parse/input.h"
#include "compiler/parse/parse.h"

namespace seedc::parse {
namespace {

using Lexer = grammar::ShorthandLexer;

WordKind kind_of(std::size_t token_type) {
  switch (token_type) {
    case Lexer::NAME:
      return WordKind::Name;
    case Lexer::NUMBER:
      return WordKind::Number;
    case Lexer::TRUE_WORD:
    case Lexer::FALSE_WORD:
    case Lexer::NULL_WORD:
      return WordKind::Literal;
    case Lexer::HOP:
    case Lexer::AND:
    case Lexer::OR:
    case Lexer::NOT:
    case Lexer::AT_LEAST:
    case Lexer::LET:
    case Lexer::IMPORT:
    case Lexer::REQUEST:
    case Lexer::WHERE:
      return WordKind::Keyword;
    default:
      return WordKind::None;
  }
}

/// Adds the comments of a range without tokens.
void add_comments(std::string_view text, Stretch gap, source::FileId file,
                  std::vector<source::Span>& comments) {
  for (auto at = text.find('#', gap.begin); at < gap.end;) {
    const auto line_end = std::min(text.find_first_of("\r\n", at), gap.end);
    const auto last = text.find_last_not_of(" \t\f", line_end - 1);
    comments.push_back(
        {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(last + 1)});
    at = text.find('#', line_end);
  }
}

}  // namespace

WordKind word_kind(std::string_view text) {
  if (text.empty()) return WordKind::None;
  ByteStream input(text, {0, text.size()});
  Lexer lexer(&input);
  lexer.removeErrorListeners();
  const auto token = lexer.nextToken();
  const bool is_all = token->getStartIndex() == 0 && token->getStopIndex() + 1 == text.size();
  return is_all ? kind_of(token->getType()) : WordKind::None;
}

std::vector<source::Span> comments_of(const source::SourceFile& source, source::FileId file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const std::string_view text = source.text();
  Stretch gap{text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0, 0};
  ByteStream input(text, {gap.begin, text.size()});
  Lexer lexer(&input);
  lexer.removeErrorListeners();
  std::vector<source::Span> comments;
  for (bool ends = false; !ends;) {
    const auto token = lexer.nextToken();
    ends = token->getType() == antlr4::Token::EOF;
    gap.end = ends ? text.size() : token->getStartIndex();
    add_comments(text.substr(0, gap.end), gap, file, comments);
    gap.begin = ends ? gap.end : token->getStopIndex() + 1;
  }
  return comments;
}

}  // namespace seedc::parse
