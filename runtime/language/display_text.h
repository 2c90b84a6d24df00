// Text for a terminal: what it may show, and how many columns that takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace seedc::language {

/// How many columns a terminal gives UTF-8 text: combining marks take none, wide East Asian
/// characters and emoji two.
std::size_t display_width(std::string_view text);

/// `text` with what would steer a terminal (control characters) and broken UTF-8 replaced by
/// U+FFFD.
std::string printable(std::string_view text);

/// The first part of printable `text` that takes at most `width` columns, with `…` at its end if
/// something was cut off.
std::string clip(std::string_view text, std::size_t width);

}  // namespace seedc::language
