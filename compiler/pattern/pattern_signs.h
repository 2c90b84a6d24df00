// Recognises texts that were meant as patterns, where texts are looked for as they are written.
//
//   slow|rude       a `|` between letters   -> true
//   great.*food     `.*`                    -> true
//   fish & chips    no sign                 -> false
#pragma once

#include <string_view>

namespace seedc::pattern {

/// Whether the text has signs of patterns that words do not have. Not all patterns have such.
bool has_pattern_signs(std::string_view text);

}  // namespace seedc::pattern
