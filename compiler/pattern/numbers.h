// Numbers in patterns.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace seedc::pattern {

/// Larger numbers are clamped to this.
constexpr std::uint64_t kLargestNumber = std::uint64_t{1} << 40;

/// The value of digits in a base up to 16; 0 if there are none.
std::uint64_t number_of_digits(std::u32string_view digits, std::uint64_t base);

/// Python's `int(text)` for non-negative results. White space around it, a sign, and single
/// underscores between digits are allowed, and digits may be of any script.
std::optional<std::uint64_t> python_int(std::u32string_view text);

}  // namespace seedc::pattern
