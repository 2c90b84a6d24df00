// Locations in texts.
#pragma once

#include <unicode/utf8.h>

#include <cstddef>
#include <string_view>

namespace seedc::text {

/// Bytes [begin, end).
struct TextPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The offset of the character after the one at `offset`; at the text's end, one beyond it.
inline std::size_t next_character(std::string_view text, std::size_t offset) {
  do {
    ++offset;
  } while (offset < text.size() && U8_IS_TRAIL(text[offset]));
  return offset;
}

}  // namespace seedc::text
