// Decimal numbers as people and Python write them: `4`, `-1.5`, `+.5e3`.
#pragma once

#include <cstdint>
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

/// The most decimals, before or behind the point, that the functions below round to.
constexpr int kMostDecimals = 15;

/// The double nearest to the decimal with `digits` digits behind the point (-15 to 15; negative
/// ones count before it) that is nearest to the exact value of a finite double; of two decimals the
/// one whose last digit is even. The sign of a zero is kept.
///
///   round_decimal(2.675, 2)  ->  2.67, which is nearer to what the double 2.675 is
///   round_decimal(250, -2)   ->  200
double round_decimal(double value, int digits);
/// The same for an integer; std::nullopt if the result exceeds 64 bits.
std::optional<std::int64_t> round_integer(std::int64_t value, int digits);

}  // namespace seedc::language
