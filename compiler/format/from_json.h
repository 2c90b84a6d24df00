// Converts request objects of `requests.jsonl` to a program in the shorthand.
//
// A condition whose name has the same meaning everywhere becomes a `let`; one whose name has
// different meanings, or is not a valid shorthand name, is written where it is used, with `as` and
// its name. `review_text` and `social_rating` with a circle become hops where that loses nothing.
#pragma once

#include <optional>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/parse/parse.h"

namespace seedc::format {

/// The program of a file that was parsed without errors; std::nullopt if the shorthand cannot
/// express all of it: every key without an equivalent is reported. Of repeated keys the last one
/// counts; the parser has warned about them.
std::optional<ast::Program> from_json(parse::JsonProgram json, diag::Diagnostics& diagnostics);

/// Removes what repeated keys of objects hide: the last value takes the position of the first.
void remove_repeated_keys(ast::Json& json);

}  // namespace seedc::format
