// Checks the regular expressions of programs (semantics.md section 3), and finds texts that were
// meant as such.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "runtime/language/conditions.h"

namespace seedc::check {

/// Why no engine can search a pattern; std::nullopt if one can. May be empty: none is refused.
using EngineRefusal = std::function<std::optional<std::string>(const language::Pattern&)>;

/// Reports what is wrong with a pattern that is not empty, located at `place`: a pattern that
/// Python rejects is searched as literal text, one that no engine can search is an error.
void check_pattern(const std::string& pattern, source::Span place,
                   const EngineRefusal& engine_refusal, diag::Diagnostics& diagnostics);

/// Warns of a text that is looked for as it is written, and looks like a pattern. `help`: what to
/// write.
void warn_of_pattern_signs(std::string_view text, source::Span place, std::string_view help,
                           diag::Diagnostics& diagnostics);

}  // namespace seedc::check
