// Looks for the signs one by one.
#include "compiler/pattern/pattern_signs.h"

#include <algorithm>
#include <cctype>

namespace seedc::pattern {
namespace {

/// `\b` in double quotes of JSON is the last one, a control character.
constexpr std::string_view kSigns[] = {".*", ".+",   "\\b",  "\\w",  "\\s", "\\d",
                                       "(?", "[a-z", "[A-Z", "[0-9", "\b"};

/// Of words in any script.
bool is_of_word(unsigned char byte) { return std::isalnum(byte) != 0 || byte >= 0x80; }

}  // namespace

bool has_pattern_signs(std::string_view text) {
  const auto is_within = [&](std::string_view sign) { return text.find(sign) != text.npos; };
  if (std::ranges::any_of(kSigns, is_within)) return true;
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    if (text[at] == '|' && is_of_word(text[at - 1]) && is_of_word(text[at + 1])) return true;
  }
  return false;
}

}  // namespace seedc::pattern
