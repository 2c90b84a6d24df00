// Diagnostics in forms for which the caller chooses: as text of a width, and as JSON objects of one
// severity.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/diag/diagnostics.h"

namespace seedc::diag {

/// How many diagnostics a text shows: more usually have one cause.
inline constexpr std::size_t kMostShown = 100;

/// As render_text of diagnostics.h, whose messages are wrapped at words to lines of `width`
/// columns; excerpts of programs are not. Of more than `most` the codes of the others are counted.
std::string render_text(const Diagnostics& diagnostics, const source::SourceManager& sources,
                        bool colour, std::size_t width, std::size_t most = kMostShown);

/// The diagnostics of one severity as the objects of render_json, a comma and a line end between
/// them.
std::string json_objects(const Diagnostics& diagnostics, const source::SourceManager& sources,
                         Severity severity);

}  // namespace seedc::diag
