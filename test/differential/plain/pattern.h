// Search of one pattern in one text, by PCRE2 alone.
#pragma once

#include <string>

namespace seedc::plain {

/// Whether a pattern in Python's dialect, not empty, occurs in the text.
bool occurs(const std::string& pattern, const std::string& text);

}  // namespace seedc::plain
