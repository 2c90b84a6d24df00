// Pattern sets compared with PCRE2 alone, and their limits.
#include "runtime/text/pattern_set.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <random>

#include "runtime/text/literal_finder.h"
#include "runtime/text/pcre2_pattern.h"
#include "test/support/translated_pattern.h"

namespace seedc::text {
namespace {

PatternSet compile(const std::vector<std::string>& patterns) {
  std::vector<language::Pattern> plans;
  for (const std::string& pattern : patterns) plans.push_back(support::translated_pattern(pattern));
  return PatternSet::compile(plans).value();
}

PatternBits all_of(std::size_t count) {
  PatternBits bits((count + 63) / 64, 0);
  for (std::size_t i = 0; i < count; ++i) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  return bits;
}

PatternBits only(std::size_t index, std::size_t count) {
  PatternBits bits((count + 63) / 64, 0);
  bits[index / 64] |= std::uint64_t{1} << (index % 64);
  return bits;
}

bool has_bit(const PatternBits& bits, std::size_t index) {
  return bits[index / 64] >> (index % 64) & 1;
}

SearchResult search(const std::string& pattern, std::string_view text) {
  PatternSet set = compile({pattern});
  PatternSet::Scratch scratch = set.make_scratch();
  PatternBits found, undecided;
  set.search(text, {1}, scratch, found, undecided);
  if (undecided[0]) return SearchResult::Undecided;
  return found[0] ? SearchResult::Found : SearchResult::NotFound;
}

TEST(PatternSet, FindsManyPatternsTogether) {
  PatternSet set = compile({"coffee", "\\bwork\\b", "wi-?fi", "\\d+", "caf\u00e9", ""});
  PatternSet::Scratch scratch = set.make_scratch();
  PatternBits found, undecided;
  set.search("COFFEE and wifi, networks, CAF\u00c9", all_of(6), scratch, found, undecided);
  EXPECT_EQ(found, PatternBits{0b110101});
  set.search("", all_of(6), scratch, found, undecided);
  EXPECT_EQ(found, PatternBits{0b100000});
}

TEST(PatternSet, LettersOutsideAsciiThatAreAsciiLetters) {
  EXPECT_EQ(search("kiosk", "\u212aIO\u017f\u212a"), SearchResult::Found);
  EXPECT_EQ(search("kiosk", "a \u212a here, kio\u00df"), SearchResult::NotFound);
}

TEST(PatternSet, TextsMayHoldAnything) {
  using namespace std::string_literals;
  EXPECT_EQ(search("b\\x00c", "a\0b\0c"s), SearchResult::Found);
  EXPECT_EQ(search("coffee", "\0\0coffee"s), SearchResult::Found);
  std::string long_text;
  long_text.resize(20'000'000, 'x');
  EXPECT_EQ(search("needle", long_text + "Needle"), SearchResult::Found);
}

std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {
      "a",      "B",      "s", "k",  "K",      "\u017f", "\u212a", "ab", "ask",
      "\u00e9", "\u00c9", " ", "\n", "\u2615", "sk",     "_",      "1",  "-"};
  std::string text;
  for (auto length = random() % 24; length > 0; --length)
    text += kPieces[random() % kPieces.size()];
  return text;
}

std::string random_pattern(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {
      "a",        "b",           "[Aa]",      "a{2}",      "k{1,2}",  "(?:sk)+",
      "(?-i:Sk)", "(?>ab?)",     "(?!sk)",    "(?<!a)",    "(?a:k)",  "\u0130",
      "s",        "k",           "ask",       "ab",        "\u00e9",  "|",
      "ba|sk",    "k?",          "s*",        ".",         "\\w+",    "[^a]",
      "\\b",      "^",           "$",         "(?:as|kk)", "(?=ask)", "(?<=a)",
      "(ab|s)?",  " ",           "\\bask\\b", "[sk]",      "s?+",     "(?:s|sk){1}+",
      "(?a:\\b)", "(?:sk){0,2}", "(?:a|sk)",  "\\bs",      "k\\b",    "-",
      ".*"};
  std::string pattern;
  for (auto length = random() % 6 + 1; length > 0; --length)
    pattern += kPieces[random() % kPieces.size()];
  return pattern;
}

/// PCRE2 without native code, without literals, and without its start-of-match optimisations.
bool plain_search(const std::string& pattern, const std::string& text) {
  std::string slow =
      "(*NO_JIT)(*NO_START_OPT)(*NO_AUTO_POSSESS)" + support::translated_pattern(pattern).pcre2;
  Pcre2Scratch scratch;
  return (*Pcre2Pattern::compile(slow))->search(text, scratch) == SearchResult::Found;
}

/// From then on a scanner for much text is used, which has another algorithm.
void scan_much(const PatternSet& set, PatternSet::Scratch& scratch) {
  PatternBits found, undecided;
  set.search(std::string(1 << 20, '.'), all_of(set.size()), scratch, found, undecided);
}

TEST(PatternSet, AgreesWithPcre2Alone) {
  std::mt19937 random(1);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::string> patterns;
    for (int i = 0; i < 70; ++i) patterns.push_back(random_pattern(random));
    PatternSet set = compile(patterns);
    PatternSet::Scratch scratch = set.make_scratch();
    PatternBits found, undecided;
    if (round % 2 == 0) scan_much(set, scratch);
    for (int i = 0; i < 20; ++i) {
      std::string text = random_text(random);
      set.search(text, all_of(patterns.size()), scratch, found, undecided);
      const PatternBits together = found;
      for (std::size_t k = 0; k < patterns.size(); ++k) {
        const bool expected = plain_search(patterns[k], text);
        EXPECT_EQ(has_bit(together, k), expected) << patterns[k] << " in " << text;
        set.search(text, only(k, patterns.size()), scratch, found, undecided);
        EXPECT_EQ(has_bit(found, k), expected) << patterns[k] << " alone in " << text;
      }
    }
  }
}

TEST(PatternSet, LiteralsAreFoundAtAnyPlace) {
  const auto occurs = [](const std::string& literal, std::string_view text) {
    return best_standing({literal}, text) == Standing::Yes;
  };
  for (const char* literal : {"x", "-x", "drive-thru", "a b[c@`{"}) {
    std::string written(literal);
    for (char& c : written) c = static_cast<char>(std::toupper(c));
    for (std::size_t before = 0; before < 70; ++before) {
      const std::string text(before, 'y');
      EXPECT_TRUE(occurs(literal, text + written + "end")) << literal << ' ' << before;
      EXPECT_TRUE(occurs(literal, text + written)) << literal << ' ' << before;
      EXPECT_FALSE(occurs(literal, text + written.substr(1))) << literal << ' ' << before;
    }
  }
  EXPECT_FALSE(occurs("[", "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"));
}

TEST(PatternSet, FewAndManyLiteralsAreFoundAtAnyPlace) {
  const std::vector<std::string> literals = {"ph",   "taro", "matcha",  "drive-thru", "live music",
                                             "pho!", "dog",  "terrace", "banh mi"};
  for (const std::size_t count : {3U, 7U, 8U, 9U}) {
    PatternSet set = compile({literals.begin(), literals.begin() + count});
    PatternSet::Scratch scratch = set.make_scratch();
    PatternBits found, undecided;
    for (std::size_t before = 0; before < 140; ++before) {
      if (before == 70) scan_much(set, scratch);
      for (std::size_t k = 0; k < count; ++k) {
        std::string text(before % 70, 'o');
        for (const char c : literals[k]) text += static_cast<char>(std::toupper(c));
        set.search(text, all_of(count), scratch, found, undecided);
        EXPECT_TRUE(has_bit(found, k)) << text;
        text.pop_back();
        set.search(text, all_of(count), scratch, found, undecided);
        EXPECT_FALSE(has_bit(found, k)) << text;
      }
    }
  }
}

TEST(PatternSet, EndsOfShortTextsAreSearchedBesideRuns) {
  for (const char* run : {"never again!!!", "again...", "coffeee", "!!!!", "mmm"}) {
    const PatternSet set = compile({std::string(run) + "|ok"});
    PatternSet::Scratch scratch = set.make_scratch();
    PatternBits found, undecided;
    const auto is_found = [&](const std::string& text) {
      set.search(text, {1}, scratch, found, undecided);
      return found[0] != 0;
    };
    std::string short_run = run;
    short_run.pop_back();
    for (std::size_t before = 0; before < 150; ++before) {
      if (before == 75) scan_much(set, scratch);
      const std::string text(before % 75, 'x');
      EXPECT_TRUE(is_found(text + "ok")) << run << " not in it, " << before;
      EXPECT_TRUE(is_found(text + run)) << run << ' ' << before;
      EXPECT_TRUE(is_found(text + run + run[std::strlen(run) - 1])) << run << ' ' << before;
      EXPECT_FALSE(is_found(text + short_run)) << run << ' ' << before;
    }
  }
}

TEST(PatternSet, LiteralsStandBesideWhatTheyMay) {
  const auto standing = [](const char* text) { return best_standing({"work", true, true}, text); };
  EXPECT_EQ(standing("work"), Standing::Yes);
  EXPECT_EQ(standing("(Work)"), Standing::Yes);
  EXPECT_EQ(standing("works, homework, _work, work1"), Standing::No);
  EXPECT_EQ(standing("works. work"), Standing::Yes);
  EXPECT_EQ(standing("works. \u00e9work"), Standing::Maybe);
  EXPECT_EQ(standing("\u201cwork\u201d, workWORK work!"), Standing::Yes);
  EXPECT_EQ(best_standing({"work", true, false}, "works"), Standing::Yes);
  EXPECT_EQ(best_standing({"work", false, true}, "works"), Standing::No);
}

/// PCRE2 10.42 skips the location of the match in these, unless prevented.
TEST(PatternSet, PlacesAreNotSkipped) {
  EXPECT_EQ(search("(?:=.|)x*x", "zz=xa"), SearchResult::Found);
  EXPECT_EQ(search("(?=a)a*a", "=babbb"), SearchResult::Found);
}

/// PCRE2 10.42 does not give back what is before them, unless prevented.
TEST(PatternSet, AtomicPartsMayBeEmpty) {
  EXPECT_EQ(search("k?(?:st)?+k", "k"), SearchResult::Found);
  EXPECT_EQ(search("\\w+(?: and)?+s\\b", "they keep going to 15 cakes"), SearchResult::Found);
  EXPECT_EQ(search("[a-z]+(?>(?:'s)?)ing", "going"), SearchResult::Found);
  EXPECT_EQ(search("\\d*(?:st|nd){0,2}+5", "15"), SearchResult::Found);
}

// limit: search-steps
TEST(PatternSet, GivesUpInTime) {
  std::string text = std::string(100'000, 'a') + "!";
  for (const char* pattern : {"(a+)+$", "(a|aa)+$", "a*.*[yz]", "(?:a*b|a)*[yz]", "(\\w+)\\1[yz]",
                              "(?=a*[yz])a", "(?:a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?[yz])",
                              "(?=.)a{5000,}[yz]", "(?:(?:a{1,9}){1,9}){1,9}[yz]"}) {
    EXPECT_EQ(search(pattern, text), SearchResult::Undecided) << pattern;
  }
  EXPECT_EQ(search("(a+)+$", std::string(100, 'a') + "!"), SearchResult::Undecided);
}

/// Where the plain search gives up, the counting one may still decide.
TEST(PatternSet, DecidesOnLongTexts) {
  const std::string text = std::string(2'000'000, '.') + "a cozy place";
  EXPECT_EQ(search("(?<=a )co(?:z|s)y(?! bar)", text), SearchResult::Found);
  EXPECT_EQ(search("(?<=a )co(?:z|s)y(?! place)", text), SearchResult::NotFound);
  EXPECT_EQ(search("\\.+x", std::string(3'000, '.')), SearchResult::NotFound);
}

// limit: reference-bytes
TEST(PatternSet, BoundsWhatBackReferencesCompare) {
  const std::string text(20'000, 'a');
  EXPECT_EQ(search("(a{3000})(?:\\1[yz]|.)*b", text + text), SearchResult::Undecided);
}

TEST(PatternSet, BackReferencesCompareInLowerCase) {
  EXPECT_EQ(search("(\u03c3)\\1", "\u03a3\u03c3"), SearchResult::Found);
  EXPECT_EQ(search("(\u03c3)\\1", "\u03c3\u03c2"), SearchResult::NotFound);
}

// limit: pattern-code
TEST(PatternSet, EngineRefusals) {
  EXPECT_EQ(engine_refusal({"", "a+"}), std::nullopt);
  EXPECT_EQ(engine_refusal({"", "a{70000}"}), "number too big in {} quantifier at byte 7");
  EXPECT_EQ(engine_refusal({"", "((a{1,100}){1,100}){1,100}"}),
            "regular expression is too large at byte 26");
}

}  // namespace
}  // namespace seedc::text
