// Numbers as patterns have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace seedc::regex {

/// Numbers beyond this are given as this.
constexpr std::uint64_t kLargestNumber = std::uint64_t{1} << 40;

/// The value of digits of the base, 16 at most; of none, 0.
std::uint64_t number_of_digits(std::u32string_view digits, std::uint64_t base);

/// Python's `int(text)` where that is not negative. White space around, a sign, and single
/// underscores between digits are allowed, and digits may be of any script.
std::optional<std::uint64_t> python_int(std::u32string_view text);

}  // namespace seedc::regex
