// The canonical text of programs in the shorthand.
//
// Lines hold 100 code points. AND, OR, NOT, calls, lists and objects that do not fit stand with an
// argument a line; the `=` of adjacent `let`s on one line each are aligned; blocks have their
// fields in one order and a blank line around them. Strings stand in `"…"`, in hops and where a
// backslash or quote would need an escape in `'…'`; names stand without quotes where they can.
// Comments stay at their places, at most one blank line stays between statements, between fields
// and before comments. What has no choice in it (which form a request has, whether an option is
// named, how numbers are spelled) stays as written.
#pragma once

#include <string>

#include "compiler/ast/ast.h"
#include "compiler/source/source.h"

namespace seedc::format {

/// The canonical text of a program that was parsed without errors from `source`. It has the same
/// AST, and formatting it again changes nothing.
std::string format(const ast::Program& program, const SourceFile& source);

/// A program that was made, not parsed: imports, `let`s, requests. Evidence is written as Call or
/// Hop, never as Evidence.
std::string to_shorthand(const ast::Program& program);

}  // namespace seedc::format
