// Checks the regular expressions of programs (semantics.md section 3).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "compiler/diag/diagnostics.h"
#include "runtime/language/conditions.h"

namespace seedc::check {

/// Why no engine can search a pattern; std::nullopt if one can. May be empty: none is refused.
using EngineRefusal = std::function<std::optional<std::string>(const language::Pattern&)>;

/// Reports what is wrong with a pattern that is not empty, located at `place`: a pattern that
/// Python rejects is searched as literal text, one that no engine can search is an error.
void check_pattern(const std::string& pattern, source::Span place,
                   const EngineRefusal& engine_refusal, diag::Diagnostics& diagnostics);

}  // namespace seedc::check
