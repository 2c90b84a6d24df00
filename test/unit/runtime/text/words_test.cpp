// Words of texts are found wherever they begin and end.
#include "runtime/text/words.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace seedc::text {
namespace {

/// One byte after another: the words, each followed by a slash, and whether one is too long.
std::pair<std::string, bool> plain_words(std::string_view text) {
  std::string words, word;
  bool is_odd = false;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const auto byte = at < text.size() ? static_cast<unsigned char>(text[at]) : ' ';
    if (byte < 0x80 && std::isalnum(byte) != 0) {
      word += static_cast<char>(std::tolower(byte));
    } else if (!word.empty()) {
      if (word.size() > kMaxWordBytes) is_odd = true;
      if (word.size() <= kMaxWordBytes) words += word + "/";
      word.clear();
    }
  }
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
      for (const char* between : {" ", "", "\xc3\xa9", "@[`{/:", "\x7f\x80"}) {
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
