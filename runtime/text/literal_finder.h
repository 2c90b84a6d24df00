// Finds one ASCII literal in a text without compiling anything: faster than LiteralScanner when a
// run needs only a few of its literals.
#pragma once

#include <string_view>

#include "runtime/language/required_literals.h"
#include "runtime/text/literal_standing.h"

namespace seedc::text {

/// How the literal stands in the text where it stands best, ASCII letters compared without regard
/// to case; No if it does not occur.
Standing best_standing(const language::RequiredLiteral& literal, std::string_view text);

}  // namespace seedc::text
