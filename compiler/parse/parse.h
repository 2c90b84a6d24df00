// Source text to AST. ANTLR is used only in this folder.
//
// All syntax errors of a file are reported; everything that could be parsed is still returned, and
// a request that could not be parsed has no `structure`. In requests.jsonl a broken line affects
// only itself. Trees own their texts; calls on different source managers are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"
#include "runtime/base/call.h"
#include "runtime/base/limits.h"

namespace seedc::parse {

/// Bounds on hostile input; each has its own diagnostic.
struct ParseLimits {
  std::size_t max_bytes = base::limits::kProgramBytes;    ///< of a program file
  std::size_t max_tokens = base::limits::kProgramTokens;  ///< of a program file
  std::size_t max_depth =
      base::limits::kProgramNesting;  ///< of nested parentheses, brackets, braces
  std::size_t max_arguments = base::limits::kArguments;  ///< of one AND, OR, list or object
  std::size_t max_expression_bytes =
      base::limits::kExpressionBytes;  ///< of one expression of a formula
  base::Call call = {};                ///< checked token by token
};

/// A shorthand file (`.req`).
ast::Program parse_shorthand(const source::SourceManager& sources, source::FileId file,
                             diag::Diagnostics& diagnostics, const ParseLimits& limits = {});

/// The same for an imported file: it need not contain requests.
ast::Program parse_imported(const source::SourceManager& sources, source::FileId file,
                            diag::Diagnostics& diagnostics, const ParseLimits& limits = {});

/// A JSON program: requests, condition trees and Formula Seeds, one per line, one over several
/// lines, or an array of them.
ast::Program parse_json_program(const source::SourceManager& sources, source::FileId file,
                                diag::Diagnostics& diagnostics, const ParseLimits& limits = {});

/// A JSON program and, in order, its requests and formulas as they are written.
struct JsonProgram {
  ast::Program program;
  std::vector<ast::Json> objects;
};
JsonProgram parse_json_objects(const source::SourceManager& sources, source::FileId file,
                               diag::Diagnostics& diagnostics, const ParseLimits& limits = {});

/// A condition library, `{name: evidence}`.
ast::Library parse_library(const source::SourceManager& sources, source::FileId file,
                           diag::Diagnostics& diagnostics, const ParseLimits& limits = {});

/// A condition in the shorthand inside a text of another program.
struct EmbeddedShorthand {
  std::optional<ast::Expr>
      expr;            ///< its locations are those in the file, where they can be determined
  source::Span place;  ///< without `expr`: the location of the error
  std::string mistake;
  std::string help;
};
EmbeddedShorthand parse_embedded_shorthand(const ast::Field& field,
                                           const source::SourceManager& sources,
                                           const ParseLimits& limits = {});

/// Whether the text is one value of JSON without mistakes.
bool is_valid_json(std::string_view text);

/// How the shorthand's lexer classifies a text on its own; `None` if it is not one word.
enum class WordKind { None, Name, Number, Keyword, Literal };
WordKind word_kind(std::string_view text);

/// The comments of a shorthand file, in order, each from its `#` to the end of its line, without
/// trailing blanks and carriage return.
std::vector<source::Span> comments_of(const source::SourceFile& source, source::FileId file);

/// The tokens of a file, one `LINE:COLUMN NAME TEXT` per line, for people.
std::string print_tokens(const source::SourceManager& sources, source::FileId file, bool is_json);

}  // namespace seedc::parse
