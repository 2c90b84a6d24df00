// Splits texts into words.
#include "runtime/text/words.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <bit>
#include <cstdint>
#include <cstring>

#include "runtime/base/unicode_version.h"
#include "runtime/text/strangers.h"

namespace seedc::text {
namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::uint64_t kEach = 0x0101010101010101;

/// Of eight bytes below 0x80 the first bit of each that is at least `least`.
constexpr std::uint64_t at_least(std::uint64_t bytes, char least) {
  return bytes + kEach * (0x80 - static_cast<std::uint64_t>(least));
}

/// Of eight bytes, those of ASCII that belong to words, letters in lower case; 0 for all others.
constexpr std::uint64_t word_bytes(std::uint64_t bytes) {
  const std::uint64_t low = bytes & (kEach * 0x7f);
  const std::uint64_t lowered = low | (kEach * 0x20);
  const std::uint64_t ascii = ~bytes & (kEach * 0x80);
  const std::uint64_t letters = at_least(lowered, 'a') & ~at_least(lowered, 'z' + 1) & ascii;
  const std::uint64_t digits = at_least(low, '0') & ~at_least(low, '9' + 1) & ascii;
  const std::uint64_t underscores = at_least(low, '_') & ~at_least(low, '_' + 1) & ascii;
  return (lowered & (letters >> 7) * 0xff) | (low & ((digits | underscores) >> 7) * 0xff);
}

struct Block {
  std::uint64_t in_runs = 0;  ///< a bit for each byte
  bool is_ascii = true;
};

/// Lowers 64 bytes in place. None outside ASCII is left.
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
    block.in_runs |= (first_bits * 0x0102040810204080 >> 56) << at;  // gathers them
  }
  block.is_ascii = (all & (kEach * 0x80)) == 0;
  return block;
}

/// What a character outside ASCII does to the words next to it.
enum class Role : std::uint8_t { Separates, Continues, Adjoins, IsUnclear };

/// Characters with a letter's or a number's category are `\w` for every engine that knows them.
Role role_of(UChar32 code) {
  if (base::unicode_version_of(code) > base::kUnicodeVersion) return Role::IsUnclear;
  if ((U_GET_GC_MASK(code) & (U_GC_L_MASK | U_GC_N_MASK)) == 0) return Role::Separates;
  // From Latin to Arabic, and the rest of Latin and Greek.
  const bool has_blanks = code < 0x800 || (code >= 0x1e00 && code < 0x2000);
  return has_blanks ? Role::Continues : Role::Adjoins;
}

/// Puts back the characters outside ASCII that belong to words.
void add_outside_ascii(std::string_view text, TextWords& words) {
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    const std::int32_t begin = at;
    UChar32 code = 0;
    U8_NEXT_OR_FFFD(text.data(), at, size, code);
    if (code < 0x80) continue;
    const Role role = role_of(code);
    words.is_odd = words.is_odd || role == Role::IsUnclear;
    if (role != Role::Continues && role != Role::Adjoins) continue;
    for (auto byte = static_cast<std::size_t>(begin); byte < static_cast<std::size_t>(at); ++byte) {
      words.lowered[byte] = text[byte];
      if (role == Role::Continues)
        words.in_runs[byte / kBlockBytes] |= std::uint64_t{1} << byte % kBlockBytes;
    }
  }
}

/// Fills `lowered` and `in_runs`.
void mark_runs(std::string_view text, TextWords& words) {
  words.is_odd = false;
  const std::size_t blocks = text.size() / kBlockBytes + 1;  // so that the last run ends
  words.lowered.assign(blocks * kBlockBytes, ' ');
  text.copy(words.lowered.data(), text.size());
  words.in_runs.resize(blocks);
  bool is_ascii = true;
  for (std::size_t number = 0; number < blocks; ++number) {
    const Block block = lower_block(&words.lowered[number * kBlockBytes]);
    words.in_runs[number] = block.in_runs;
    is_ascii = is_ascii && block.is_ascii;
  }
  if (is_ascii) return;
  add_outside_ascii(text, words);
  words.is_odd = words.is_odd || has_stranger(text);
}

/// A run, and the word that has it.
struct Extent {
  std::size_t begin, run_begin, run_end, end;
};

Extent word_around(std::size_t run_begin, std::size_t run_end, const std::string& lowered) {
  Extent word{.begin = run_begin, .run_begin = run_begin, .run_end = run_end, .end = run_end};
  if (run_begin > 0 && lowered[run_begin - 1] != 0) {
    do --word.begin;
    while (U8_IS_TRAIL(lowered[word.begin]));
  }
  if (lowered[run_end] != 0) word.end += 1 + U8_COUNT_TRAIL_BYTES(lowered[run_end]);
  return word;
}

/// Calls `visit` with the extent of each word.
template <class Visit>
void for_each_word(const TextWords& words, const Visit& visit) {
  std::size_t begin = 0;
  bool is_in_run = false;
  for (std::size_t number = 0; number < words.in_runs.size(); ++number) {
    const std::uint64_t in_runs = words.in_runs[number];
    std::uint64_t edges = in_runs ^ (in_runs << 1 | (is_in_run ? 1 : 0));
    for (; edges != 0; edges &= edges - 1, is_in_run = !is_in_run) {
      const std::size_t edge =
          number * kBlockBytes + static_cast<std::size_t>(std::countr_zero(edges));
      if (is_in_run) visit(word_around(begin, edge, words.lowered));
      begin = edge;
    }
  }
}

}  // namespace

void find_words(std::string_view text, TextWords& words) {
  mark_runs(text, words);
  words.words.clear();
  for_each_word(words, [&](const Extent& word) {
    const std::size_t size = word.end - word.begin;
    if (size > kMaxWordBytes) {
      words.is_odd = true;
    } else {
      words.words.push_back(std::string_view(words.lowered).substr(word.begin, size));
    }
  });
}

std::vector<WordPiece> pieces_of(const language::RequiredLiteral& literal) {
  TextWords words;
  mark_runs(literal.text, words);
  std::vector<WordPiece> pieces;
  for_each_word(words, [&](const Extent& word) {
    const std::string_view text = literal.text;
    // No word has more than one of the characters that adjoin a run on a side.
    pieces.push_back({.text = text.substr(word.begin, word.end - word.begin),
                      .begins_word = word.run_begin > 0 || literal.begins_word,
                      .ends_word = word.run_end < text.size() || literal.ends_word});
  });
  return pieces;
}

}  // namespace seedc::text
