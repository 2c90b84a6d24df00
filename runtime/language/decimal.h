// Decimal numbers as people and Python write them: `4`, `-1.5`, `+.5e3`.
#pragma once

#include <optional>
#include <string_view>

namespace seedc::language {

/// ASCII white space, as Python strips it from both ends of a number.
constexpr std::string_view kBlanks = " \t\n\v\f\r";

/// `text` without white space at its ends.
std::string_view trim_blanks(std::string_view text);

/// The number that the whole text denotes: an optional sign, digits with or without a point, an
/// optional exponent; 0 if it is too small for a double. std::nullopt for anything else, such as
/// `nan`, `inf`, `0x1`, `1_000`, surrounding blanks, and numbers too large for a double.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace seedc::language
