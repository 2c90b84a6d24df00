// UTF-8, one code point at a time, for the parser and the renderer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace seedc::source {

struct CodePoint {
  char32_t value = 0;
  std::size_t byte_count = 0;
};

/// The code point that begins at `offset`, which must be within the text; std::nullopt if the bytes
/// there are not valid UTF-8 (overlong forms, surrogates and values beyond U+10FFFF are invalid).
std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t offset);

/// The offset of the first byte that is not valid UTF-8.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// The text with U+FFFD for each byte that is not valid UTF-8: file names can contain any bytes.
std::string as_valid_utf8(std::string_view text);

void append_utf8(std::string& text, char32_t code_point);

}  // namespace seedc::source
