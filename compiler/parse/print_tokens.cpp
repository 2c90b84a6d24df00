// Prints the tokens of a program, for people.
#include <fmt/format.h>

#include "JsonLexer.h"
#include "ShorthandLexer.h"
#include "compiler/parse/input.h"
#include "compiler/parse/parse.h"
#include "compiler/source/utf8.h"

namespace seedc::parse {
namespace {

std::string print_all(antlr4::Lexer& lexer, const source::SourceFile& source) {
  std::string out;
  lexer.removeErrorListeners();  // the parser reports errors
  for (auto token = lexer.nextToken(); token->getType() != antlr4::Token::EOF;
       token = lexer.nextToken()) {
    const source::LineColumn place =
        source.position(static_cast<std::uint32_t>(token->getStartIndex()));
    const std::string name = lexer.getVocabulary().getSymbolicName(token->getType());
    out += fmt::format("{}:{} {} {}\n", place.line, place.column, name,
                       source::as_valid_utf8(token->getText()));
  }
  return out;
}

}  // namespace

std::string print_tokens(const source::SourceManager& sources, source::FileId file, bool is_json) {
  const source::SourceFile& source = sources.file(file);
  diag::Diagnostics ignored;
  const auto stretch = program_stretch(source, file, ignored, ParseLimits{});
  if (!stretch) return {};
  ByteStream input(source.text(), *stretch);
  if (is_json) {
    grammar::JsonLexer lexer(&input);
    return print_all(lexer, source);
  }
  grammar::ShorthandLexer lexer(&input);
  return print_all(lexer, source);
}

}  // namespace seedc::parse
