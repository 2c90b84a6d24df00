// The values of Python's strings.
#pragma once

#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/json/embedded_text.h"

namespace seedc {

/// The value of `'…'` or `"…"` with Python's escapes, and of `“…”`. The spelling is a part of
/// `text`. Escapes that Python refuses are reported, each at its place; one that it does not know
/// stands for itself.
std::string decode_python_string(std::string_view spelling, const EmbeddedText& text,
                                 Diagnostics& diagnostics);

}  // namespace seedc
