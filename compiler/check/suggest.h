// The nearest name as the mend of a diagnostic.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "runtime/language/value.h"

namespace seedc {

/// Helps with the nearest of the candidates, which would replace what the report points at; with
/// `otherwise` if none is near.
void suggest(const Diagnostics& diagnostics, Diagnostic& report, std::string_view word,
             std::span<const std::string> candidates, std::string_view otherwise = {});

/// The same where the report points at a JSON string, or in shorthand at a word.
void suggest_string(const Diagnostics& diagnostics, Diagnostic& report, std::string_view word,
                    std::span<const std::string> candidates, std::string_view otherwise = {});

/// `its values are a, b, c`; of many names the first, and how many more there are.
std::string listed(std::string_view what, std::span<const std::string> names);

/// Helps with the number in a string that stands at `place`; does nothing if the value is none.
void suggest_unquoted(Diagnostic& report, Span place, const Value& value);

}  // namespace seedc
