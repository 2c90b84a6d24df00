// Texts of patterns, compared with what the engine that searches texts finds: over all short texts
// of a small alphabet, for random patterns and for chosen ones.
#include "engine/prove/texts.h"

#include <gtest/gtest.h>

#include <random>

#include "compiler/pattern/code_points.h"
#include "compiler/pattern/python_regex.h"
#include "engine/prove/code_set.h"
#include "runtime/text/pcre2_pattern.h"

namespace seedc::prove {
namespace {

using namespace std::chrono_literals;

class Searched {
 public:
  explicit Searched(const std::string& source) {
    const auto translated = pattern::translate_python_regex(source);
    auto compiled = text::Pcre2Pattern::compile(translated.pcre2);
    if (compiled) pattern_ = std::move(*compiled);
  }
  bool is_valid() const { return pattern_ != nullptr; }
  bool occurs_in(const std::string& text) const {
    static text::Pcre2Scratch scratch;
    return pattern_->search(text, scratch) == text::SearchResult::Found;
  }

 private:
  std::unique_ptr<text::Pcre2Pattern> pattern_;
};

Texts::Found find(const std::vector<std::string>& wanted,
                  const std::vector<std::string>& unwanted) {
  Texts texts;
  base::Call call;
  Budget budget(call, Budget::Clock::now() + 10s);
  std::vector<PatternId> ids[2];
  for (const std::string& each : wanted) ids[0].push_back(texts.pattern(each));
  for (const std::string& each : unwanted) ids[1].push_back(texts.pattern(each));
  return texts.find(ids[0], ids[1], budget);
}

/// All texts of up to four characters.
const std::vector<std::string>& short_texts() {
  static const std::vector<std::string> kTexts = [] {
    std::vector<std::string> all = {""};
    for (std::size_t from = 0, length = 1; length <= 4; ++length) {
      const std::size_t end = all.size();
      for (; from < end; ++from) {
        for (const char* letter : {"a", "B", "_", " ", "\n", "\u00e9"})
          all.push_back(all[from] + letter);
      }
    }
    return all;
  }();
  return kTexts;
}

void check_pair(const std::string& wanted, const std::string& unwanted) {
  const Searched first(wanted), second(unwanted);
  if (!first.is_valid() || !second.is_valid()) return;
  const Texts::Found found = find({wanted}, {unwanted});
  SCOPED_TRACE("`" + wanted + "` without `" + unwanted + "`");
  if (found.answer == Answer::Found) {
    EXPECT_TRUE(first.occurs_in(found.text)) << found.text;
    EXPECT_FALSE(second.occurs_in(found.text)) << found.text;
  } else if (found.answer == Answer::Impossible) {
    for (const std::string& text : short_texts())
      EXPECT_FALSE(first.occurs_in(text) && !second.occurs_in(text)) << "`" << text << "`";
  }
}

class PatternMaker {
 public:
  explicit PatternMaker(std::uint64_t seed) : engine_(seed) {}
  std::string make(int depth) {
    const char* const leaves[] = {"a",    "b",      "A",      ".",       "\\b",    "\\B",
                                  "^",    "$",      "\\w",    "\\W",     "\\s",    "\\S",
                                  "[ab]", "[^a]",   "[^\\s]", " ",       "\\Z",    "\\A",
                                  "\\n",  "\u00c9", "(?i:b)", "(?-i:B)", "[\\W_]", "(?a:\\w)"};
    if (depth == 0 || below(3) == 0) return leaves[below(std::size(leaves))];
    switch (below(6)) {
      case 0:
        return "(?:" + make(depth - 1) + "|" + make(depth - 1) + ")";
      case 1:
        return "(?:" + make(depth - 1) + ")*";
      case 2:
        return "(?:" + make(depth - 1) + "){1,2}";
      case 3:
        return "(?m:" + make(depth - 1) + ")";
      default:
        return make(depth - 1) + make(depth - 1);
    }
  }

 private:
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  std::mt19937_64 engine_;
};

TEST(Texts, RandomPatternsAgreeWithTheSearch) {
  PatternMaker maker(1);
  for (int round = 0; round < 1500; ++round) check_pair(maker.make(3), maker.make(3));
}

TEST(Texts, ChosenPairs) {
  EXPECT_EQ(find({"cozy"}, {"\\bcozy\\b"}).answer, Answer::Found);
  EXPECT_EQ(find({"\\bcozy\\b"}, {"COZY"}).answer, Answer::Impossible);
  EXPECT_EQ(find({"dogs"}, {"dog"}).answer, Answer::Impossible);
  EXPECT_EQ(find({"a", "b"}, {"a.*b|b.*a"}).answer, Answer::Found);  // on two lines
  EXPECT_EQ(find({"a", "b"}, {"(?s)a.*b|b.*a"}).answer, Answer::Impossible);
  EXPECT_EQ(find({"k"}, {"\u212a"}).answer, Answer::Impossible);  // the Kelvin sign
  EXPECT_EQ(find({}, {""}).answer, Answer::Impossible);
}

TEST(Texts, WhatIsNotRegularIsGivenUp) {
  for (const char* pattern : {"(a)\\1", "a(?=b)", "a++b", "(?>a)b", "(a)?(?(1)b|c)", "a$b"}) {
    const Texts::Found found = find({pattern}, {});
    EXPECT_EQ(found.answer, Answer::GaveUp) << pattern;
    EXPECT_NE(found.reason.find(pattern), std::string::npos) << found.reason;
  }
  EXPECT_EQ(find({"(a)\\1"}, {"(a)\\1"}).answer, Answer::Impossible);
}

TEST(Texts, PatternsThatUnfoldToMuchAreGivenUp) {
  EXPECT_EQ(find({"(?:a{1,90}b{1,90}){1,90}"}, {}).answer, Answer::GaveUp);
  const Texts::Found found = find({"a.{40}a"}, {"b.{40}b|a.{39}b"});
  EXPECT_NE(found.answer, Answer::Impossible);
}

/// Every character is in the sets of the patterns it matches, and in no others.
TEST(CodeSet, CasesAreThoseOfTheSearch) {
  for (const char32_t code :
       {U'a', U'k', U's', U'i', U'\u00b5', U'\u00df', U'\u00e9', U'\u0131', U'\u0130', U'\u0390',
        U'\u03c3', U'\u1e9e', U'\ufb05', U'\U00010400'}) {
    const std::string source = pattern::to_utf8(code);
    const Searched searched(source);
    ASSERT_TRUE(searched.is_valid());
    const CodeSet set = characters_of({.what = pattern::Literal{code}});
    for (char32_t other = 1; other < 0x1f000; ++other) {
      if (pattern::is_surrogate(other)) continue;
      EXPECT_EQ(searched.occurs_in(pattern::to_utf8(other)), set.contains(other))
          << source << " and U+" << std::hex << std::uint32_t{other};
    }
  }
}

TEST(CodeSet, ClassesAreThoseOfTheSearch) {
  const std::pair<const char*, pattern::CharacterSet> kClasses[] = {
      {"\\w", {.classes = {pattern::ClassLetter::Word}}},
      {"\\d", {.classes = {pattern::ClassLetter::Digit}}},
      {"\\s", {.classes = {pattern::ClassLetter::Space}}},
      {"\\S", {.classes = {pattern::ClassLetter::NotSpace}}},
      {"[\\Sa]", {.ranges = {{'a', 'a'}}, .classes = {pattern::ClassLetter::NotSpace}}},
  };
  for (const auto& [source, set] : kClasses) {
    const Searched searched(source);
    const CodeSet codes = characters_of({.what = set});
    std::size_t differences = 0;
    for (char32_t code = 1; code < 0x1f000; ++code) {
      if (!pattern::is_surrogate(code) &&
          searched.occurs_in(pattern::to_utf8(code)) != codes.contains(code))
        ++differences;
    }
    // Letters that one of the two Unicode versions does not have yet.
    EXPECT_LT(differences, 200U) << source;
  }
}

}  // namespace
}  // namespace seedc::prove
