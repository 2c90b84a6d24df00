// The values of Python's strings.
#pragma once

#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/json/embedded_text.h"

namespace seedc::parse {

/// The value of `'…'` or `"…"` with Python's escapes, and of `“…”`. The spelling is a slice of
/// `text`. Escapes that Python rejects are reported, each at its location; an unknown escape is
/// taken literally.
std::string decode_python_string(std::string_view spelling, const EmbeddedText& text,
                                 diag::Diagnostics& diagnostics);

}  // namespace seedc::parse
