// The values of string tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"

namespace seedc {

/// The value of `"…"`, a string with JSON's escapes, which stands at `span`. Unknown escapes,
/// halves of surrogate pairs and control characters are reported, each at its place; `escape_help`
/// tells how to mend an unknown escape.
std::string decode_escaped(std::string_view spelling, Span span, std::string_view escape_help,
                           Diagnostics& diagnostics);

/// For every byte of the value of `"…"`, in which nothing is wrong, and for its end: where in the
/// spelling it is written.
std::vector<std::size_t> decoded_places(std::string_view spelling);

/// The value of `'…'`, in which only `\'` and `\\` are escapes: a regular expression stands as it
/// is.
std::string decode_raw(std::string_view spelling);

}  // namespace seedc
