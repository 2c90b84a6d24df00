// Splits names into words.
#include "compiler/resolve/words.h"

#include <algorithm>

#include "compiler/source/utf8.h"
#include "runtime/language/text.h"

namespace seedc::resolve {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Beyond ASCII, the characters allowed in shorthand names (grammar/Shorthand.g4): everything but
/// punctuation and blanks.
bool is_letter_beyond_ascii(char32_t c) {
  return (c >= 0xC0 && c <= 0x1FFF) || (c >= 0x2070 && c <= 0x2FFF) ||
         (c >= 0x3040 && c <= 0xFEFE) || c >= 0xFF10;
}

/// Length in bytes of the word character at `at`; 0 if there is none.
std::size_t word_bytes_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (is_upper(c) || is_lower(c) || is_digit(c)) return 1;
  if (static_cast<unsigned char>(c) >= 0x80) {
    const auto code_point = source::decode_utf8(text, at);
    return code_point && is_letter_beyond_ascii(code_point->value) ? code_point->byte_count : 0;
  }
  const bool is_decimal_point = c == '.' && at > 0 && is_digit(text[at - 1]) &&
                                at + 1 < text.size() && is_digit(text[at + 1]);
  return is_decimal_point ? 1 : 0;
}

/// Whether camel case begins a word at `at`, within the run that began at `begin`: `good|For`,
/// `BYOB|Corkage`.
bool is_hump(std::string_view text, std::size_t begin, std::size_t at) {
  if (at == begin || !is_upper(text[at])) return false;
  if (!is_upper(text[at - 1])) return true;
  return at + 1 < text.size() && is_lower(text[at + 1]);
}

/// The parts of a run that is one word: `Wi`, `Fi`.
constexpr std::size_t kShort = 2;

/// Splits a run of letters and digits at its humps. A run of short parts, `WiFi`, is one word.
void add_run(std::string_view run, Words& words) {
  Words parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= run.size(); ++at) {
    if (at < run.size() && !is_hump(run, begin, at)) continue;
    parts.push_back(language::lower(run.substr(begin, at - begin)));
    begin = at;
  }
  if (std::all_of(parts.begin(), parts.end(), [](auto& part) { return part.size() <= kShort; }))
    parts = {squashed(parts)};
  for (std::string& part : parts) {
    if (part != "and") words.push_back(std::move(part));
  }
}

}  // namespace

Words words_of(std::string_view text) {
  Words words;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size()) {
      const std::size_t bytes = word_bytes_at(text, at);
      if (bytes == 0) break;
      at += bytes;
    }
    if (at > begin) add_run(text.substr(begin, at - begin), words);
    if (at < text.size()) ++at;
  }
  return words;
}

std::string squashed(WordSpan words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

std::string snake(WordSpan words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "_") + word;
  return text;
}

bool starts_with(WordSpan words, WordSpan part) {
  return words.size() >= part.size() && std::equal(part.begin(), part.end(), words.begin());
}

bool ends_with(WordSpan words, WordSpan part) {
  return words.size() >= part.size() && std::equal(part.rbegin(), part.rend(), words.rbegin());
}

Words joined(WordSpan first, WordSpan second) {
  Words both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

}  // namespace seedc::resolve
