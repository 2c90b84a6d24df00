// The values of string tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"

namespace seedc::parse {

/// The value of `"…"`, a string with JSON's escapes, at `span`. Unknown escapes, halves of
/// surrogate pairs and control characters are reported, each at its location; `escape_help` is the
/// fix for an unknown escape.
std::string decode_escaped(std::string_view spelling, source::Span span,
                           std::string_view escape_help, diag::Diagnostics& diagnostics);

/// For every byte of the value of a valid `"…"`, and for its end: its offset in the spelling.
std::vector<std::size_t> decoded_places(std::string_view spelling);

/// The value of `'…'`, in which only `\'` and `\\` are escapes: a regular expression can be written
/// unchanged.
std::string decode_raw(std::string_view spelling);

/// With ASCII's letters in upper case, as operators are.
std::string upper_case(std::string_view word);

}  // namespace seedc::parse
