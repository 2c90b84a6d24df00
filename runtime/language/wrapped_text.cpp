// Breaks lines by display width.
#include "runtime/language/wrapped_text.h"

#include <algorithm>

#include "runtime/language/display_text.h"

namespace seedc::language {

std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t column) {
  std::string out;
  bool is_first = true;
  for (std::size_t begin = 0; begin <= text.size(); is_first = false) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::size_t word_width = display_width(word);
    const bool is_new_line = !is_first && column + 1 + word_width > width;
    if (!is_first) out += is_new_line ? '\n' + std::string(indent, ' ') : std::string(" ");
    column = (is_new_line ? indent : column + (is_first ? 0 : 1)) + word_width;
    out += word;
    begin = end + 1;
  }
  return out;
}

}  // namespace seedc::language
