// Splits texts into words.
#include "runtime/text/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "runtime/text/strangers.h"

namespace seedc::text {
namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::uint64_t kEach = 0x0101010101010101;

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

/// Of eight bytes below 0x80 the first bit of each that is at least `least`.
constexpr std::uint64_t at_least(std::uint64_t bytes, char least) {
  return bytes + kEach * (0x80 - static_cast<std::uint64_t>(least));
}

/// `word_byte` of eight bytes at once.
constexpr std::uint64_t word_bytes(std::uint64_t bytes) {
  const std::uint64_t low = bytes & (kEach * 0x7f);
  const std::uint64_t lowered = low | (kEach * 0x20);
  const std::uint64_t ascii = ~bytes & (kEach * 0x80);
  const std::uint64_t letters = at_least(lowered, 'a') & ~at_least(lowered, 'z' + 1) & ascii;
  const std::uint64_t digits = at_least(low, '0') & ~at_least(low, '9' + 1) & ascii;
  return (lowered & (letters >> 7) * 0xff) | (low & (digits >> 7) * 0xff);
}

struct Block {
  std::uint64_t in_words = 0;  ///< a bit for each byte that belongs to a word
  bool is_ascii = true;
};

/// Lowers 64 bytes in place.
Block lower_block(char* bytes) {
  constexpr std::size_t kStep = sizeof(std::uint64_t);
  Block block;
  std::uint64_t all = 0;
  for (std::size_t at = 0; at < kBlockBytes; at += kStep) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes + at, kStep);
    all |= eight;
    eight = word_bytes(eight);
    std::memcpy(bytes + at, &eight, kStep);
    const std::uint64_t first_bits = at_least(eight, 1) >> 7 & kEach;
    block.in_words |= (first_bits * 0x0102040810204080 >> 56) << at;  // gathers them
  }
  block.is_ascii = (all & (kEach * 0x80)) == 0;
  return block;
}

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

void add_word(std::size_t begin, std::size_t end, TextWords& words) {
  if (end - begin > kMaxWordBytes) {
    words.is_odd = true;
  } else {
    words.words.push_back(std::string_view(words.lowered).substr(begin, end - begin));
  }
}

}  // namespace

void find_words(std::string_view text, TextWords& words) {
  words.words.clear();
  words.is_odd = false;
  words.lowered.assign((text.size() / kBlockBytes + 1) * kBlockBytes, ' ');  // the last word ends
  text.copy(words.lowered.data(), text.size());
  std::size_t begin = 0;
  bool is_in_word = false, is_ascii = true;
  for (std::size_t at = 0; at < words.lowered.size(); at += kBlockBytes) {
    const Block block = lower_block(&words.lowered[at]);
    is_ascii = is_ascii && block.is_ascii;
    std::uint64_t edges = block.in_words ^ (block.in_words << 1 | (is_in_word ? 1 : 0));
    for (; edges != 0; edges &= edges - 1, is_in_word = !is_in_word) {
      const std::size_t edge = at + static_cast<std::size_t>(std::countr_zero(edges));
      if (is_in_word) add_word(begin, edge, words);
      begin = edge;
    }
  }
  if (!is_ascii && has_stranger(text)) words.is_odd = true;
}

std::vector<WordPiece> pieces_of(const language::RequiredLiteral& literal) {
  std::vector<WordPiece> pieces;
  const std::string_view text = literal.text;
  const auto is_in_word = [](char c) { return word_byte(c) != 0; };
  for_each_run(text, is_in_word, [&](std::size_t begin, std::size_t end) {
    pieces.push_back({.text = text.substr(begin, end - begin),
                      .begins_word = begin > 0 || literal.begins_word,
                      .ends_word = end < text.size() || literal.ends_word});
  });
  return pieces;
}

}  // namespace seedc::text
