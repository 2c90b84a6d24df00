// Parses JSON text into `ast::Json`, with the location of every value.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "JsonLexer.h"
#include "JsonParser.h"
#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/parse/input.h"
#include "compiler/parse/parse.h"
#include "compiler/parse/tokens.h"

namespace seedc::parse {

/// Parses the JSON texts of one file, one after another: those with mistakes by ANTLR's lexer and
/// parser, which are created once and stay warm.
class JsonReader {
 public:
  JsonReader(const source::SourceFile& source, source::FileId file, diag::Diagnostics& diagnostics,
             const ParseLimits& limits);

  /// The single value in a range of the file, or std::nullopt (reported). `end_phrase` describes
  /// the range in messages: "the line".
  std::optional<ast::Json> read(Stretch stretch, std::string_view end_phrase);
  /// The same by the grammar alone.
  std::optional<ast::Json> read_by_grammar(Stretch stretch, std::string_view end_phrase);

 private:
  struct Grammar {
    Grammar(const source::SourceFile& source, const ParseLimits& limits);
    ByteStream input;
    grammar::JsonLexer lexer;
    grammar::JsonParser parser;
  };
  std::optional<ast::Json> parse(TokenList tokens, std::string_view end_phrase);
  void report(const antlr4::Token& found, const antlr4::misc::IntervalSet& expected,
              std::string_view end_phrase, antlr4::TokenStream& tokens);

  const source::SourceFile& source_;
  source::FileId file_;
  diag::Diagnostics& diagnostics_;
  const ParseLimits& limits_;
  std::size_t tokens_left_;
  std::size_t end_ = 0;             ///< of the stretch that is read
  std::optional<Grammar> grammar_;  ///< made when it is first needed
};

/// Reports every repeated key of an object with this code.
void report_repeated_keys(const ast::Json& object, diag::CodeFor<std::string> code,
                          diag::Diagnostics& diagnostics);
/// The same for all objects in a value that was read, itself among them.
void report_all_repeated_keys(const ast::Json& json, diag::CodeFor<std::string> code,
                              diag::Diagnostics& diagnostics);

}  // namespace seedc::parse
