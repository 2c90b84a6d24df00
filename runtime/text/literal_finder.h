// One ASCII literal at a time, found in a text without anything compiled: faster than
// LiteralScanner where few of the literals of a run are asked for.
#pragma once

#include <string_view>

namespace seedc {

/// Whether `literal` (ASCII, not empty, letters in lower case) occurs in the text, ASCII letters
/// compared without regard to case.
bool literal_occurs(std::string_view literal, std::string_view text);

}  // namespace seedc
