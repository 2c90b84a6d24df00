// Suggests the nearest name as the fix of a diagnostic.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "runtime/language/value.h"

namespace seedc::check {

/// Suggests the nearest candidate as a replacement for the reported text; gives `otherwise` as the
/// help if none is near.
void suggest(const diag::Diagnostics& diagnostics, diag::Diagnostic& report, std::string_view word,
             std::span<const std::string> candidates, std::string_view otherwise = {});

/// The same if the report points at a JSON string, or at a word in shorthand.
void suggest_string(const diag::Diagnostics& diagnostics, diag::Diagnostic& report,
                    std::string_view word, std::span<const std::string> candidates,
                    std::string_view otherwise = {});

/// The same for one of few values of a field or step, `quoted` as the program writes strings there.
/// A value that differs in case only is sure to be the one that is meant.
void suggest_value(const diag::Diagnostics& diagnostics, diag::Diagnostic& report,
                   std::string_view word, std::span<const std::string> values,
                   std::string (*quoted)(std::string_view));

/// A string as JSON writes it.
std::string json_string_of(std::string_view text);

/// `its values are a, b, c`; for many names the first ones and the number of the rest.
std::string listed(std::string_view what, std::span<const std::string> names);

/// The number of a text, as programs write it: `4` for `04`, `0.5` for `.5`. Absent if it is none.
std::optional<std::string> number_spelt_by(std::string_view text);

/// Suggests the number in the string at `place`, without its quotes; has no effect if the value
/// does not spell a number.
void suggest_unquoted(diag::Diagnostic& report, source::Span place, const language::Value& value);

}  // namespace seedc::check
