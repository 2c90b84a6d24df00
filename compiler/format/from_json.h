// Request objects of `requests.jsonl` to a program in the shorthand.
//
// A condition that has one name and one meaning wherever it stands becomes a `let`; one whose name
// means different things, or is no name of the shorthand, stands where it is used, `as` its name.
// `review_text` and `social_rating` of a circle become hops where that loses nothing.
#pragma once

#include <optional>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/parse/parse.h"

namespace seedc::format {

/// The program of a file that was parsed without errors; nothing if the shorthand cannot hold all
/// of it: every key without a place there is reported. Of repeated keys the last one counts, as the
/// parser has warned.
std::optional<ast::Program> from_json(JsonProgram json, Diagnostics& diagnostics);

/// Removes what repeated keys of objects hide: the last value stands at the first one's place.
void remove_repeated_keys(ast::Json& json);

}  // namespace seedc::format
