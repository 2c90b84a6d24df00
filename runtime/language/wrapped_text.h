// Text wrapped at words, for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace seedc::language {

/// `text` broken at blanks into lines of at most `width` columns; a word that is wider has a line
/// of its own. The first line begins at `column`, the others after `indent` blanks. No line end at
/// the end.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent,
                 std::size_t column = 0);

}  // namespace seedc::language
