// Diagnostics in forms for which the caller chooses: as text of a width, and as JSON objects of one
// severity.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/diag/diagnostics.h"

namespace seedc::diag {

/// As render_text of diagnostics.h, whose messages are wrapped at words to lines of `width`
/// columns; excerpts of programs are not.
std::string render_text(const Diagnostics& diagnostics, const source::SourceManager& sources,
                        bool colour, std::size_t width);

/// The diagnostics of one severity as the objects of render_json, a comma and a line end between
/// them.
std::string json_objects(const Diagnostics& diagnostics, const source::SourceManager& sources,
                         Severity severity);

}  // namespace seedc::diag
