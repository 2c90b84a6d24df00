// Words of texts are found wherever they begin and end.
#include "runtime/text/words.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "runtime/text/pcre2_pattern.h"

namespace seedc::text {
namespace {

/// What a character is to words: `w` continues them, `+` adjoins them, `?` is too new; the others
/// separate them. The text is not valid UTF-8 everywhere.
char role_at(std::string_view text, std::int32_t& at) {
  UChar32 code = 0;
  U8_NEXT_OR_FFFD(text.data(), at, static_cast<std::int32_t>(text.size()), code);
  if (code < 0x80) return std::isalnum(code) != 0 || code == '_' ? 'w' : ' ';
  UVersionInfo since;
  u_charAge(code, since);
  if (since[0] > 14) return '?';
  if (!u_isalnum(code) && (U_GET_GC_MASK(code) & U_GC_N_MASK) == 0) return ' ';
  return code < 0x800 || (code >= 0x1e00 && code <= 0x1fff) ? 'w' : '+';
}

/// One character after another: the words, each followed by a slash, and whether one is too long.
std::pair<std::string, bool> plain_words(std::string_view text) {
  std::string words, word, beside;
  char last = ' ';
  bool is_odd = false;
  const auto end_word = [&] {
    if (word.size() > kMaxWordBytes) is_odd = true;
    if (!word.empty() && word.size() <= kMaxWordBytes) words += word + "/";
    word.clear();
  };
  for (std::int32_t at = 0; at < static_cast<std::int32_t>(text.size());) {
    const auto begin = static_cast<std::size_t>(at);
    const char role = role_at(text, at);
    std::string character(text.substr(begin, static_cast<std::size_t>(at) - begin));
    if (character.size() == 1) character[0] = static_cast<char>(std::tolower(character[0]));
    if (role == 'w') {
      if (word.empty() && last == '+') word = beside;
      word += character;
    } else {
      if (role == '+' && !word.empty()) word += character;
      end_word();
    }
    is_odd = is_odd || role == '?';
    last = role;
    beside = character;
  }
  end_word();
  return {words, is_odd};
}

void expect_words(std::string_view text) {
  TextWords found;
  find_words(text, found);
  std::string words;
  for (const std::string_view word : found.words) words += std::string(word) + "/";
  EXPECT_EQ(std::pair(words, found.is_odd), plain_words(text)) << text;
}

TEST(Words, BeginAndEndAnywhere) {
  for (std::size_t before = 0; before < 130; ++before) {
    for (const std::size_t size : {0, 1, 2, 7, 8, 9, 63, 64, 65, 128, 200}) {
      const std::string word(size, 'W');
      for (const char* between : {" ", "", "_", "\u00e9", "\u1edf", "\u4e2d", "\u4e2d\u6587",
                                  "\u2019", "\u0301", "@[`{/:", "\x7f\x80"}) {
        expect_words(std::string(before, 'a') + between + word);
        expect_words(std::string(before, '.') + word + between + "9z");
      }
    }
  }
}

TEST(Words, HaveTheBytesThatAreLettersOrDigits) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  expect_words(all);
  for (int byte = 0; byte < 256; ++byte)
    expect_words(std::string("a") + static_cast<char>(byte) + "B");
}

std::string to_text(UChar32 code) {
  char bytes[U8_MAX_LENGTH];
  std::int32_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, code);
  return {bytes, static_cast<std::size_t>(size)};
}

// The index answers `\bwork\b` without the matcher.
TEST(Words, StandAloneWhereTheMatcherSaysSo) {
  const auto alone = Pcre2Pattern::compile("\\bwork\\b").value();
  Pcre2Scratch scratch;
  TextWords found;
  int unclear = 0;
  for (UChar32 code = 0x80; code <= UCHAR_MAX_VALUE; ++code) {
    if (U_IS_SURROGATE(code)) continue;
    for (const std::string& text : {to_text(code) + "work", "work" + to_text(code)}) {
      find_words(text, found);
      ASSERT_EQ(found.words.size(), 1U) << std::hex << code;
      ASSERT_NE(found.words[0].find("work"), std::string::npos) << std::hex << code;
      const bool matches = alone->search(text, scratch) == SearchResult::Found;
      if (found.is_odd) {
        ++unclear;
      } else {
        ASSERT_EQ(found.words[0] == "work", matches) << std::hex << code;
      }
    }
  }
  EXPECT_LT(unclear, 10'000);
}

TEST(Words, OfLiteralsAreThoseOfTexts) {
  const auto pieces = [](const char* text) {
    std::string all;
    const language::RequiredLiteral literal{.text = text};
    for (const WordPiece& piece : pieces_of(literal))
      all +=
          (piece.begins_word ? "^" : "") + std::string(piece.text) + (piece.ends_word ? "$ " : " ");
    return all;
  };
  EXPECT_EQ(pieces("cr\u00e8me br\u00fbl\u00e9e"), "cr\u00e8me$ ^br\u00fbl\u00e9e ");
  EXPECT_EQ(pieces("wi_fi"), "wi_fi ");
  EXPECT_EQ(pieces("\u4e2d\u6587bar"), "^\u6587bar ");
  EXPECT_EQ(pieces("bar\u4e2dbaz"), "bar\u4e2d$ ^\u4e2dbaz ");
  EXPECT_EQ(pieces("\u4e2d\u6587"), "");
  EXPECT_EQ(pieces("it\u2019s"), "it$ ^s ");
}

TEST(Words, AreThoseOfTheLastText) {
  TextWords words;
  find_words(std::string(500, 'x') + " much longer than the next one", words);
  EXPECT_TRUE(words.is_odd);
  find_words("So long \xe2\x84\xaa", words);
  EXPECT_TRUE(words.is_odd);
  find_words("So COZY!", words);
  EXPECT_EQ(words.words, (std::vector<std::string_view>{"so", "cozy"}));
  EXPECT_FALSE(words.is_odd);
}

}  // namespace
}  // namespace seedc::text
