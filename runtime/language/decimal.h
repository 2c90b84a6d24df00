// Decimal numbers as people and Python write them: `4`, `-1.5`, `+.5e3`.
#pragma once

#include <optional>
#include <string_view>

namespace seedc {

/// Blank characters of ASCII, as Python strips them from both ends of a number.
constexpr std::string_view kBlanks = " \t\n\v\f\r";

/// `text` without blanks at its ends.
std::string_view trim_blanks(std::string_view text);

/// The number that the whole text is: a sign or none, digits with or without a point, an exponent
/// or none; 0 if it is too small for a double. Nothing for all else, such as `nan`, `inf`, `0x1`,
/// `1_000`, blanks around, and what is too large for a double.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace seedc
