// Converts between UTF-8 and code points, with a representation for bytes that are not UTF-8.
#include "compiler/pattern/code_points.h"

#include "compiler/source/utf8.h"

namespace seedc::pattern {

std::u32string from_utf8(std::string_view text) {
  std::u32string codes;
  for (std::size_t offset = 0; offset < text.size();) {
    std::optional<source::CodePoint> code = source::decode_utf8(text, offset);
    codes += code ? code->value
                  : static_cast<char32_t>(0xdc00 + static_cast<unsigned char>(text[offset]));
    offset += code ? code->byte_count : 1;
  }
  return codes;
}

std::string to_utf8(char32_t code) {
  std::string text;
  source::append_utf8(text, is_surrogate(code) ? 0xfffd : code);
  return text;
}

std::string to_utf8(std::u32string_view codes) {
  std::string text;
  for (char32_t code : codes) text += to_utf8(code);
  return text;
}

}  // namespace seedc::pattern
