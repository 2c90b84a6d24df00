// Keywords: parts of words and whole words, lower case by Unicode, and the same verdicts as a plain
// search.
#include "runtime/text/keywords.h"

#include <gtest/gtest.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <random>

#include "runtime/language/text.h"

namespace seedc::text {
namespace {

enum class Match { Substring, Word };

bool occur(const std::vector<std::string>& keywords, std::string_view text,
           Match match = Match::Substring) {
  const Keywords prepared(keywords, match == Match::Word);
  Keywords::Scratch scratch;
  const bool occurs = prepared.occurs_in(text, scratch);
  EXPECT_EQ(occurs, !prepared.occurring_in(text, scratch).empty());
  return occurs;
}

TEST(Keywords, OccurInPartsOfWordsWithoutRegardToCase) {
  EXPECT_TRUE(occur({"nut"}, "Ten MINUTES"));
  EXPECT_TRUE(occur({"EpiPen", "nut"}, "an epipen"));
  EXPECT_FALSE(occur({"nut"}, "n ut nu"));
  EXPECT_FALSE(occur({"nut"}, ""));
}

TEST(Keywords, OccurAsWholeWords) {
  EXPECT_FALSE(occur({"nut"}, "minute", Match::Word));
  EXPECT_FALSE(occur({"nut"}, "nut_ nuts 1nut nuté", Match::Word));
  EXPECT_TRUE(occur({"nut"}, "minute: (NUT)", Match::Word));
  EXPECT_TRUE(occur({"nut"}, "nut", Match::Word));
  EXPECT_TRUE(occur({"nut free"}, "¿nut free?", Match::Word));
  EXPECT_TRUE(occur({"a.a"}, "a.a.ab a.a", Match::Word));
  EXPECT_TRUE(occur({"..."}, "well ... no", Match::Word));
  EXPECT_FALSE(occur({"..."}, "well...", Match::Word));
}

TEST(Keywords, AreToldApart) {
  const std::vector<std::string> keywords = {"nut", "café", "soy", "", "NUTS"};
  for (const bool whole_words : {false, true}) {
    const Keywords prepared(keywords, whole_words);
    Keywords::Scratch scratch;
    const auto occurring = prepared.occurring_in("Nuts, CAFÉ", scratch);
    EXPECT_EQ(occurring, whole_words ? std::vector<std::uint32_t>({1, 3, 4})
                                     : std::vector<std::uint32_t>({0, 1, 3, 4}));
  }
}

TEST(Keywords, LettersAndDigitsOfAllScriptsMakeWords) {
  for (const char* neighbour : {"é", "Ω", "中", "٣", "Ⅷ", "½", "𝒳"}) {
    EXPECT_FALSE(occur({"nut"}, std::string("nut") + neighbour, Match::Word)) << neighbour;
    EXPECT_FALSE(occur({"nut"}, std::string(neighbour) + "nut", Match::Word)) << neighbour;
  }
  for (const char* neighbour : {"’", "—", "。", "😀", "\u0301"})
    EXPECT_TRUE(occur({"nut"}, std::string(neighbour) + "nut" + neighbour, Match::Word));
}

TEST(Keywords, LowerCaseIsUnicodes) {
  EXPECT_TRUE(occur({"CAFÉ"}, "un café"));
  EXPECT_TRUE(occur({"café"}, "UN CAFÉ"));
  EXPECT_FALSE(occur({"café"}, "un cafe"));
  EXPECT_TRUE(occur({"kelvin"}, "5 \u212Aelvin"));
  EXPECT_TRUE(occur({"\u212A"}, "k"));
  EXPECT_TRUE(occur({"i"}, "\u0130"));
  EXPECT_TRUE(occur({"\u0130"}, "i\u0307"));
  EXPECT_FALSE(occur({"s"}, "\u017F"));
  EXPECT_TRUE(occur({"ΟΔΟΣ"}, "η ΟΔΟΣ"));
  EXPECT_FALSE(occur({"strasse"}, "Straße"));
}

TEST(Keywords, AnEmptyOneOccursInEveryText) {
  EXPECT_TRUE(occur({""}, ""));
  EXPECT_TRUE(occur({"nut", ""}, "abc"));
}

TEST(Keywords, AnEmptyWordOccursWhereNoWordIs) {
  EXPECT_TRUE(occur({""}, "", Match::Word));
  EXPECT_TRUE(occur({""}, "a, b", Match::Word));
  EXPECT_FALSE(occur({""}, "ab", Match::Word));
  EXPECT_FALSE(occur({""}, "é", Match::Word));
}

TEST(Keywords, MayBeVeryLong) {
  const std::string text(200'000, 'a');
  EXPECT_TRUE(occur({text.substr(1)}, text));
  EXPECT_FALSE(occur({text.substr(1)}, text, Match::Word));
  EXPECT_FALSE(occur({text.substr(100'000) + "b"}, text));
  EXPECT_FALSE(occur({text + text}, text + "b" + text));
}

TEST(Keywords, OfRepeatedLettersOccurInLongRuns) {
  std::mt19937 random(1);
  const auto runs = [&] {
    std::string text;
    while (text.size() < 12) text.append(random() % 7, "aAb!"[random() % 4]);
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    const std::string text = runs();
    std::vector<std::string> keywords;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t number = 0; number < 12; ++number) {
      const std::string all = runs();
      keywords.push_back(language::lower(all.substr(random() % 6, 1 + random() % 6)));
      if (language::lower(text).find(keywords.back()) != std::string::npos)
        expected.push_back(number);
    }
    Keywords::Scratch scratch;
    EXPECT_EQ(Keywords(keywords, false).occurring_in(text, scratch), expected) << text;
  }
}

TEST(Keywords, MayBeMany) {
  std::vector<std::string> keywords;
  for (int k = 0; k < 1000; ++k) keywords.push_back("word" + std::to_string(k) + "x");
  EXPECT_TRUE(occur(keywords, "Word999X", Match::Word));
  EXPECT_FALSE(occur(keywords, "word999 x"));
}

/// The scan of the original text relies on that.
TEST(Keywords, OnlyTwoCharactersBecomeAscii) {
  for (UChar32 c = 0x80; c <= 0x10FFFF; ++c) {
    if (U_IS_SURROGATE(c)) continue;
    char bytes[4];
    std::size_t size = 0;
    U8_APPEND_UNSAFE(bytes, size, c);
    const std::string lowered = language::lower({bytes, size});
    const bool has_ascii =
        std::any_of(lowered.begin(), lowered.end(), [](char byte) { return U8_IS_SINGLE(byte); });
    EXPECT_EQ(has_ascii, c == 0x130 || c == 0x212A) << c;
  }
}

bool is_word_at(const std::u32string& text, std::size_t at) {
  return at < text.size() && (text[at] == U'_' || std::u32string_view(U"aké中").find(text[at]) !=
                                                      std::u32string_view::npos);
}

/// Compares with a search position by position, on random texts and keywords over few characters.
TEST(Keywords, AgreeWithAPlainSearch) {
  const std::vector<std::u32string> pieces = {U"a", U"k", U"é", U"中", U"_", U" ", U"."};
  std::mt19937 random(7);
  const auto make = [&](std::size_t longest) {
    std::u32string text;
    for (std::size_t left = random() % (longest + 1); left > 0; --left)
      text += pieces[random() % pieces.size()];
    return text;
  };
  const auto utf8 = [](const std::u32string& text) {
    std::string out;
    for (const char32_t c : text) {
      char bytes[4];
      std::size_t size = 0;
      U8_APPEND_UNSAFE(bytes, size, c);
      out.append(bytes, size);
    }
    return out;
  };
  for (int round = 0; round < 3000; ++round) {
    const std::u32string text = make(12);
    const std::u32string keyword = make(3);
    bool as_part = false;
    bool as_word = false;
    for (std::size_t at = text.find(keyword); at != text.npos; at = text.find(keyword, at + 1)) {
      as_part = true;
      as_word = as_word || (!is_word_at(text, at - 1) && !is_word_at(text, at + keyword.size()));
    }
    EXPECT_EQ(occur({utf8(keyword)}, utf8(text)), as_part) << utf8(keyword) << " in " << utf8(text);
    EXPECT_EQ(occur({utf8(keyword)}, utf8(text), Match::Word), as_word)
        << utf8(keyword) << " in " << utf8(text);
  }
}

}  // namespace
}  // namespace seedc::text
