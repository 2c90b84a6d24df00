// Decodes, validates and encodes UTF-8.
#include "compiler/source/utf8.h"

#include <cstdint>
#include <cstring>

namespace seedc::source {
namespace {

/// Length of a sequence in bytes, by its first byte; 0 if no sequence begins with it.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

bool is_encodable(char32_t value, std::size_t byte_count) {
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value >= kLeast[byte_count] && value <= 0x10FFFF && !is_surrogate;
}

/// Whether the next eight bytes are there, and all of them ASCII.
bool are_next_ascii(std::string_view text, std::size_t offset) {
  std::uint64_t bytes = 0;
  if (text.size() - offset < sizeof bytes) return false;
  std::memcpy(&bytes, text.data() + offset, sizeof bytes);
  return (bytes & 0x8080808080808080) == 0;
}

}  // namespace

std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t offset) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  const std::size_t length = sequence_length(lead);
  if (length == 1) return CodePoint{lead, 1};
  if (length == 0 || offset + length > text.size()) return std::nullopt;
  char32_t value = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if ((byte & 0xC0) != 0x80) return std::nullopt;
    value = value << 6 | (byte & 0x3F);
  }
  if (!is_encodable(value, length)) return std::nullopt;
  return CodePoint{value, length};
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    if (are_next_ascii(text, offset)) {
      offset += sizeof(std::uint64_t);
      continue;
    }
    const auto code_point = decode_utf8(text, offset);
    if (!code_point) return offset;
    offset += code_point->byte_count;
  }
  return std::nullopt;
}

std::string as_valid_utf8(std::string_view text) {
  std::string valid;
  for (std::size_t offset = 0; offset < text.size();) {
    const auto code_point = decode_utf8(text, offset);
    const std::size_t byte_count = code_point ? code_point->byte_count : 1;
    valid += code_point ? text.substr(offset, byte_count) : "\uFFFD";
    offset += byte_count;
  }
  return valid;
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto continuation = [&text, code_point](int shift) {
    text += static_cast<char>(0x80 | (code_point >> shift & 0x3F));
  };
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    text += static_cast<char>(0xC0 | code_point >> 6);
    continuation(0);
  } else if (code_point < 0x10000) {
    text += static_cast<char>(0xE0 | code_point >> 12);
    continuation(6);
    continuation(0);
  } else {
    text += static_cast<char>(0xF0 | code_point >> 18);
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

}  // namespace seedc::source
