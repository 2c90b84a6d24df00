// Searches for keywords. One Vectorscan pass over the original text decides nearly all of them:
// ASCII letters are compared there without regard to case, and an ASCII text contains no other
// keywords. Whatever the pass leaves open is decided on the lower-cased text.
#include "runtime/text/keywords.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <functional>

#include "runtime/language/text.h"

namespace seedc::text {
namespace {

bool has_bits(std::span<const std::uint64_t> words) {
  return std::any_of(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
}

bool is_open(std::span<const std::uint64_t> open, std::size_t number) {
  return (open[number / 64] >> (number % 64) & 1) != 0;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return U8_IS_SINGLE(c); });
}

/// As `\w` in Python's `re`.
bool is_word(UChar32 c) {
  return c == '_' || (c != U_SENTINEL && (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_N_MASK)) != 0);
}

/// Whether there is no `\w` directly before `begin` or at `end`.
bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  UChar32 before = U_SENTINEL;
  UChar32 after = U_SENTINEL;
  auto index = static_cast<std::int32_t>(begin);
  if (begin > 0) U8_PREV(text.data(), 0, index, before);
  if (end < text.size()) U8_NEXT(text.data(), end, text.size(), after);
  return !is_word(before) && !is_word(after);
}

/// The empty keyword occurs everywhere, and as a whole word wherever no word begins, ends or
/// continues.
bool empty_occurs_in(std::string_view text, bool whole_words) {
  if (!whole_words || text.empty()) return true;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool is_inside_character = at < text.size() && U8_IS_TRAIL(text[at]);
    if (!is_inside_character && stands_alone(text, at, at)) return true;
  }
  return false;
}

}  // namespace

Keywords::Needle::Needle(std::string keyword) : text_(std::move(keyword)), borders_(text_.size()) {
  for (std::size_t end = 1; end < text_.size(); ++end) {
    std::size_t border = borders_[end - 1];
    while (border > 0 && text_[border] != text_[end]) border = borders_[border - 1];
    borders_[end] = text_[border] == text_[end] ? border + 1 : 0;
  }
}

bool Keywords::Needle::occurs_in(std::string_view lowered, bool whole_words) const {
  if (text_.empty()) return empty_occurs_in(lowered, whole_words);
  std::size_t matched = 0;
  for (std::size_t at = 0; at < lowered.size(); ++at) {
    if (matched == 0) at = std::min(lowered.find(text_[0], at), lowered.size() - 1);
    while (matched > 0 && text_[matched] != lowered[at]) matched = borders_[matched - 1];
    if (text_[matched] == lowered[at]) ++matched;
    if (matched < text_.size()) continue;
    if (!whole_words || stands_alone(lowered, at + 1 - matched, at + 1)) return true;
    matched = borders_.back();
  }
  return false;
}

std::vector<Keywords::Needle> Keywords::needles_of(std::span<const std::string> keywords) {
  std::vector<Needle> needles;
  for (const std::string& keyword : keywords) needles.emplace_back(language::lower(keyword));
  return needles;
}

std::vector<LiteralScanner::Literal> Keywords::scannable(std::span<const Needle> needles,
                                                         bool whole_words) {
  std::vector<LiteralScanner::Literal> literals;
  for (std::uint32_t number = 0; number < needles.size(); ++number) {
    const std::string& text = needles[number].text();
    if (is_ascii(text) && !text.empty())
      literals.push_back({{text, whole_words, whole_words}, number});
  }
  return literals;
}

Keywords::Keywords(std::span<const std::string> keywords, bool whole_words)
    : needles_(needles_of(keywords)),
      whole_words_(whole_words),
      scanner_(scannable(needles_, whole_words)),
      not_scanned_((keywords.size() + 63) / 64) {
  for (std::size_t number = 0; number < needles_.size(); ++number) {
    const std::string& text = needles_[number].text();
    if (!is_ascii(text) || text.empty())
      not_scanned_[number / 64] |= std::uint64_t{1} << (number % 64);
    has_empty_ = has_empty_ || text.empty();
  }
}

bool Keywords::scan(std::string_view text, Scratch& scratch) const {
  scratch.open.assign(not_scanned_.size(), 0);
  return scanner_.scan(text, scratch.scanner, scratch.open) == LiteralScanner::Outcome::Complete;
}

void Keywords::open_unscanned(std::string_view text, bool is_scanned, Scratch& scratch) const {
  std::vector<std::uint64_t>& open = scratch.open;
  if (!is_scanned) {
    open.assign(open.size(), ~std::uint64_t{0});
  } else if (has_empty_ || !is_ascii(text)) {
    std::transform(open.begin(), open.end(), not_scanned_.begin(), open.begin(), std::bit_or<>());
  }
}

bool Keywords::occurs_in(std::string_view text, Scratch& scratch) const {
  const bool is_scanned = scan(text, scratch);
  if (has_bits(scratch.open)) return true;
  open_unscanned(text, is_scanned, scratch);
  return has_bits(scratch.open) && some_needle_occurs_in(language::lower(text), scratch.open);
}

std::vector<std::uint32_t> Keywords::occurring_in(std::string_view text, Scratch& scratch) const {
  open_unscanned(text, scan(text, scratch), scratch);
  std::vector<std::uint32_t> occurring;
  if (!has_bits(scratch.open)) return occurring;
  const std::string lowered = language::lower(text);
  for (std::uint32_t number = 0; number < needles_.size(); ++number) {
    if (is_open(scratch.open, number) && needles_[number].occurs_in(lowered, whole_words_))
      occurring.push_back(number);
  }
  return occurring;
}

bool Keywords::some_needle_occurs_in(std::string_view lowered,
                                     std::span<const std::uint64_t> open) const {
  for (std::size_t number = 0; number < needles_.size(); ++number) {
    if (is_open(open, number) && needles_[number].occurs_in(lowered, whole_words_)) return true;
  }
  return false;
}

}  // namespace seedc::text
