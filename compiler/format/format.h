// The canonical text of programs in the shorthand.
//
// Lines have at most 100 code points. AND, OR, NOT, calls, lists and objects that do not fit are
// written with one argument per line; the `=` of adjacent single-line `let`s are aligned; blocks
// have their fields in a fixed order and blank lines around them. Strings are written in `"…"`, or
// in `'…'` in hops and where a backslash or quote would need an escape; names are written without
// quotes where possible. Comments keep their positions; at most one blank line is kept between
// statements, between fields and before comments. Semantic choices (which form a request has,
// whether an option is named, how numbers are spelled) are kept as written.
#pragma once

#include <string>

#include "compiler/ast/ast.h"
#include "compiler/source/source.h"

namespace seedc::format {

/// The canonical text of a program that was parsed without errors from `source`. It has the same
/// AST, and formatting it again changes nothing.
std::string format(const ast::Program& program, const source::SourceFile& source);

/// The canonical text of a program that was constructed, not parsed: imports, `let`s, requests.
/// Evidence is written as Call or Hop, never as Evidence.
std::string to_shorthand(const ast::Program& program);

}  // namespace seedc::format
