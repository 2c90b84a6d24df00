// Splits texts into words.
#include "runtime/text/words.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "runtime/text/strangers.h"

namespace seedc::text {
namespace {

/// The lower case of each byte that belongs to words, 0 for all others.
constexpr std::array<char, 256> kWordBytes = [] {
  std::array<char, 256> bytes{};
  for (char c = '0'; c <= '9'; ++c) bytes[static_cast<unsigned char>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    bytes[static_cast<unsigned char>(c)] = c;
    bytes[static_cast<unsigned char>(c - 'a' + 'A')] = c;
  }
  return bytes;
}();

char word_byte(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }

/// Calls `visit(begin, end)` for each run of bytes for which `is_in_word` holds.
template <class IsInWord, class Visit>
void for_each_run(std::string_view text, const IsInWord& is_in_word, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && is_in_word(text[at])) ++at;
    if (at > begin) visit(begin, at);
    while (at < text.size() && !is_in_word(text[at])) ++at;
  }
}

}  // namespace

void find_words(std::string_view text, TextWords& words) {
  words.words.clear();
  words.lowered.resize(text.size());
  std::transform(text.begin(), text.end(), words.lowered.begin(), word_byte);
  words.is_odd = has_stranger(text);
  const std::string_view lowered = words.lowered;
  for_each_run(
      lowered, [](char c) { return c != 0; },
      [&](std::size_t begin, std::size_t end) {
        if (end - begin > kMaxWordBytes) {
          words.is_odd = true;
        } else {
          words.words.push_back(lowered.substr(begin, end - begin));
        }
      });
}

std::vector<WordPiece> pieces_of(std::string_view literal) {
  std::vector<WordPiece> pieces;
  const auto is_in_word = [](char c) { return word_byte(c) != 0; };
  for_each_run(literal, is_in_word, [&](std::size_t begin, std::size_t end) {
    pieces.push_back({literal.substr(begin, end - begin), begin > 0, end < literal.size()});
  });
  return pieces;
}

}  // namespace seedc::text
