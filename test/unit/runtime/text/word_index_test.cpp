// The index of words returns every text in which a pattern matches, and the texts that it decides
// do match.
#include "runtime/text/word_index.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/base/damaged_data.h"
#include "runtime/text/pcre2_pattern.h"
#include "test/support/indexed_texts.h"
#include "test/support/translated_pattern.h"

namespace seedc::text {
namespace {

/// The texts that the index returns for a literal: those that may contain it.
std::vector<std::uint32_t> given(const support::IndexedTexts& indexed, const std::string& literal) {
  const WordIndex index = indexed.index();
  const auto query = index.query({.literals = {{literal}}, .exact = true});
  std::vector<std::uint32_t> texts;
  if (!query) return {999};
  const auto answer = index.answer(*query);
  for (std::uint32_t text = 0; text < indexed.texts().size(); ++text) {
    if (answer.may_match(text)) texts.push_back(text);
  }
  return texts;
}

TEST(WordIndex, FindsLiteralsWithinWordsAndAcrossThem) {
  using Texts = std::vector<std::uint32_t>;
  const support::IndexedTexts indexed({"Live music, tonight", "the LIVELY musical", "olive. Music!",
                                       "don't", "", "\u212aiosk", std::string(100, 'a') + "zz"});
  EXPECT_EQ(given(indexed, "live"), (Texts{0, 1, 2, 5, 6}));
  EXPECT_EQ(given(indexed, "live music"), (Texts{0, 2, 5, 6}));
  EXPECT_EQ(given(indexed, "e music"), (Texts{0, 1, 2, 5, 6}));
  EXPECT_EQ(given(indexed, "ve. m"), (Texts{0, 2, 5, 6}));
  EXPECT_EQ(given(indexed, " music "), (Texts{0, 2, 5, 6}));
  EXPECT_EQ(given(indexed, "on't"), (Texts{3, 5, 6}));
  EXPECT_EQ(given(indexed, "xyz"), (Texts{5, 6}));
  EXPECT_EQ(given(indexed, "!!"), Texts{999});
}

TEST(WordIndex, KnowsWhatIsBesideAWord) {
  const support::IndexedTexts indexed({"work", "workable", "homework", "work_s", "work\u00e9",
                                       "\u4e2dwork", "(Work)", "work\u2019s", "wor\u212a"});
  const WordIndex index = indexed.index();
  const auto texts = [&](bool begins_word, bool ends_word) {
    const auto query = index.query({.literals = {{"work", begins_word, ends_word}}, .exact = true});
    const PossibleTexts answer = index.answer(*query);
    EXPECT_TRUE(answer.is_exact);
    EXPECT_EQ(answer.open().front(), 0b100000000U);
    return answer.texts.front();
  };
  EXPECT_EQ(texts(false, false), 0b111111111U);
  EXPECT_EQ(texts(true, false), 0b111011011U);
  EXPECT_EQ(texts(false, true), 0b111100101U);
  EXPECT_EQ(texts(true, true), 0b111000001U);
}

TEST(WordIndex, FindsLettersOutsideAscii) {
  using Texts = std::vector<std::uint32_t>;
  const support::IndexedTexts indexed(
      {"Cr\u00e8me br\u00fbl\u00e9e", "creme brulee", "ph\u1edf", "ph\u00f3", "\u4e2d\u6587bar"});
  EXPECT_EQ(given(indexed, "cr\u00e8me br\u00fbl\u00e9e"), Texts{0});
  EXPECT_EQ(given(indexed, "\u00e8me b"), Texts{0});
  EXPECT_EQ(given(indexed, "ph\u1edf"), Texts{2});
  EXPECT_EQ(given(indexed, "\u4e2d\u6587bar"), Texts{4});
  EXPECT_EQ(given(indexed, "\u6587ba"), Texts{4});
  EXPECT_EQ(given(indexed, "\u4e2d\u6587"), Texts{999});
}

/// Words, cases and scripts that are close to each other.
std::string random_line(std::mt19937& random) {
  static const char* const kParts[] = {
      "live",      "Live",      "LIVE",       "music", "kiosk",  "Kio\u017fk", "\u212aiosk",
      "caf\u00e9", "CAF\u00c9", "str\u0130p", "a",     "I",      " ",          " ",
      "-",         ".",         "'t",         "1",     "\u00df", "\u4e2d",     "_",
      "\n",        "olive",     "s",          "k",     "\u2019", "\u0301",     "\u00bd",
      "\u6587",    "\u00e8",    "\U00031350"};
  std::string text;
  for (unsigned parts = random() % 12; parts > 0; --parts)
    text += kParts[random() % std::size(kParts)];
  return text;
}

std::string random_search(std::mt19937& random) {
  static const char* const kParts[] = {"live",
                                       "LIVE",
                                       "music",
                                       "kiosk",
                                       "sk",
                                       "k",
                                       "caf\u00e9",
                                       "str",
                                       "ip",
                                       "a",
                                       " ",
                                       "-",
                                       "\\.",
                                       "'t",
                                       "\\bli",
                                       "e\\b",
                                       "[km]",
                                       "s?",
                                       "(?:live|kiosk)",
                                       "o.k",
                                       "[Ll]ive",
                                       "(?a:kio)",
                                       "(?:sk)+",
                                       "(?=mus)",
                                       "\\d",
                                       "ve ",
                                       "\\bmusic\\b",
                                       "caf[e\u00e9]",
                                       "\u4e2dk",
                                       "\\ba\\b",
                                       "e\u0301"};
  std::string pattern;
  for (unsigned parts = 1 + random() % 3; parts > 0; --parts)
    pattern += kParts[random() % std::size(kParts)];
  return random() % 4 == 0 ? pattern + "|" + kParts[random() % std::size(kParts)] : pattern;
}

TEST(WordIndex, WithTheMatcherGivesWhatScanningGives) {
  std::mt19937 random(7);
  std::size_t asked = 0;
  std::size_t passed_over = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> texts;
    for (int i = 0; i < 200; ++i) texts.push_back(random_line(random));
    const support::IndexedTexts indexed(std::move(texts));
    const WordIndex index = indexed.index();
    Pcre2Scratch scratch;
    for (int i = 0; i < 100; ++i) {
      const std::string source = random_search(random);
      const language::Pattern translated = support::translated_pattern(source);
      const auto query = translated.required ? index.query(*translated.required) : std::nullopt;
      if (!query) continue;
      const auto answer = index.answer(*query);
      const auto pattern = Pcre2Pattern::compile(translated.pcre2).value();
      for (std::uint32_t text = 0; text < indexed.texts().size(); ++text) {
        const bool matches = pattern->search(indexed.texts()[text], scratch) == SearchResult::Found;
        ++asked;
        if (!answer.may_match(text)) {
          ++passed_over;
          EXPECT_FALSE(matches) << source << " in " << indexed.texts()[text];
        } else if (answer.must_match(text)) {
          EXPECT_TRUE(matches) << source << " in " << indexed.texts()[text];
        }
      }
    }
  }
  EXPECT_GT(passed_over, asked / 4);
}

/// The same texts, divided at random.
struct DividedTexts {
  DividedTexts(const std::vector<std::string>& all, std::mt19937& random) {
    std::vector<std::vector<std::string>> texts(1 + random() % 3);
    numbers.resize(texts.size());
    const bool are_mixed = random() % 2 == 0;
    for (std::uint32_t text = 0; text < all.size(); ++text) {
      const std::size_t part =
          are_mixed ? random() % texts.size() : text * texts.size() / all.size();
      texts[part].push_back(all[text]);
      if (are_mixed) numbers[part].push_back(text);
    }
    for (const auto& of_part : texts) indexed.emplace_back(of_part);
  }
  WordIndex index() const {
    std::vector<WordIndex::Part> parts;
    std::uint32_t first = 0;
    for (std::size_t part = 0; part < indexed.size(); ++part) {
      parts.push_back(indexed[part].part());
      parts.back().numbers = numbers[part];
      parts.back().first = first;
      first += parts.back().text_count;
    }
    return WordIndex(std::move(parts));
  }

  std::deque<support::IndexedTexts> indexed;
  std::vector<std::vector<std::uint32_t>> numbers;
};

TEST(WordIndex, OfSeveralPartsAnswersAsOne) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::string> texts;
    for (unsigned count = 1 + random() % 200; count > 0; --count)
      texts.push_back(random_line(random));
    const support::IndexedTexts whole(texts);
    const DividedTexts divided(texts, random);
    const WordIndex one = whole.index();
    const WordIndex several = divided.index();
    for (const char* literal : {"live", "live music", "e", " musi", "e, m", "no such", "iosk"}) {
      const language::RequiredLiterals required{.literals = {{literal}, {"quiet"}}, .exact = true};
      const auto of_one = one.query(required);
      const auto of_several = several.query(required);
      ASSERT_EQ(of_one.has_value(), of_several.has_value());
      if (!of_one) continue;
      const PossibleTexts expected = one.answer(*of_one);
      const PossibleTexts answer = several.answer(*of_several);
      EXPECT_EQ(answer.texts, expected.texts) << literal;
      EXPECT_EQ(answer.odd, expected.odd) << literal;
      EXPECT_EQ(answer.is_exact, expected.is_exact) << literal;
    }
  }
}

TEST(WordIndex, PartsThatDoNotFitAreDamage) {
  const std::vector<std::uint64_t> ends = {0, 3};
  WordIndex::Part part{.vocabulary = "\nab\n",
                       .word_ends = ends,
                       .list = [](std::size_t) { return std::string_view("no list"); },
                       .list_bytes = [](std::size_t) { return 7; },
                       .text_count = 1};
  const WordIndex index({part});
  EXPECT_THROW(index.answer(index.query({.literals = {{"ab"}}}).value()), base::DamagedData);
  part.vocabulary = "\nabc\n";
  EXPECT_THROW(WordIndex({part}), base::DamagedData);
  part.vocabulary = "\nabc";
  EXPECT_THROW(WordIndex({part}).query({.literals = {{"c"}}}), base::DamagedData);
  part.vocabulary = "\nab\n";
  part.first = 1;
  EXPECT_THROW(WordIndex({part}), base::DamagedData);
  part.first = 0;
  const std::vector<std::uint32_t> two = {0, 1};
  part.numbers = two;
  EXPECT_THROW(WordIndex({part}), base::DamagedData);
  const std::vector<std::uint64_t> endless = {0, UINT64_MAX};
  part.word_ends = endless;
  part.vocabulary = "";
  EXPECT_THROW(WordIndex({part}), base::DamagedData);
}

}  // namespace
}  // namespace seedc::text
