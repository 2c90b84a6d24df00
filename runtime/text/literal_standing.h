// Whether the characters next to a literal, where it occurs in a text, let it begin or end a word.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/language/required_literals.h"

namespace seedc::text {

/// Whether the literal begins and ends words as it should. Next to a character outside ASCII it
/// may: only Unicode's tables know whether that belongs to words.
enum class Standing : std::uint8_t { No, Maybe, Yes };

constexpr Standing standing_beside(char c) {
  if (static_cast<unsigned char>(c) >= 0x80) return Standing::Maybe;
  const bool is_word =
      ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
  return is_word ? Standing::No : Standing::Yes;
}

/// Of a literal that was found at `begin` of the text, which is valid UTF-8.
inline Standing standing_at(const language::RequiredLiteral& literal, std::string_view text,
                            std::size_t begin) {
  Standing worst = Standing::Yes;
  const std::size_t end = begin + literal.text.size();
  if (literal.begins_word && begin > 0) worst = standing_beside(text[begin - 1]);
  if (literal.ends_word && end < text.size()) worst = std::min(worst, standing_beside(text[end]));
  return worst;
}

}  // namespace seedc::text
