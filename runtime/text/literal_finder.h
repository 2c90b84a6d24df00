// Finds one ASCII literal in a text without compiling anything: faster than LiteralScanner when a
// run needs only a few of its literals.
#pragma once

#include <string_view>

namespace seedc::text {

/// Whether `literal` (ASCII, not empty, letters in lower case) occurs in the text, ASCII letters
/// compared without regard to case.
bool literal_occurs(std::string_view literal, std::string_view text);

}  // namespace seedc::text
