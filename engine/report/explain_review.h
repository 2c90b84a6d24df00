// An excerpt of a review around a match.
#pragma once

#include <string>
#include <string_view>

#include "runtime/text/text_place.h"

namespace seedc::report {

/// Up to 30 characters on both sides of a match, on one line of about `width` columns, with `…`
/// where text was cut off. The match is in colour or between « and ».
std::string excerpt(std::string_view text, text::TextPlace match, std::size_t width, bool colour);

}  // namespace seedc::report
