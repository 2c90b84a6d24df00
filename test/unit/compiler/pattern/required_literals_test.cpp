// Which literals patterns require, and that every match has one of them.
#include "compiler/pattern/required_literals.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/pattern/code_points.h"
#include "compiler/pattern/python_regex.h"
#include "runtime/text/literal_finder.h"
#include "runtime/text/pcre2_pattern.h"
#include "runtime/text/strangers.h"

namespace seedc::pattern {
namespace {

struct Requirement {
  std::string_view pattern;
  /// None: no literal is required. `<` before one says that it begins a word, `>` behind it that it
  /// ends one.
  std::vector<std::string> literals;
  bool exact = false;
};

std::vector<std::string> written(const language::RequiredLiterals& required) {
  std::vector<std::string> literals;
  for (const language::RequiredLiteral& each : required.literals)
    literals.push_back((each.begins_word ? "<" : "") + each.text + (each.ends_word ? ">" : ""));
  return literals;
}

void expect_all(const std::vector<Requirement>& requirements) {
  for (const Requirement& expected : requirements) {
    const TranslatedPattern translated = translate_python_regex(expected.pattern);
    const auto& required = translated.required;
    EXPECT_EQ(translated.unsupported, "") << expected.pattern;
    EXPECT_EQ(required ? written(*required) : std::vector<std::string>{}, expected.literals)
        << expected.pattern;
    EXPECT_EQ(required && required->exact, expected.exact) << expected.pattern;
  }
}

TEST(RequiredLiterals, OfCharacters) {
  expect_all({
      {"Coffee", {"coffee"}, true},
      {"\\$\\d+", {"$"}, false},
      {"\\x41b", {"ab"}, true},
      {"a", {}, false},
      {"7", {}, false},
      {" ", {}, false},
      {"!", {"!"}, true},
      {"", {}, false},
      {"caf\u00e9", {"caf\u00c9", "caf\u00e9"}, true},
      {"(?-i:caf\u00e9)", {"caf\u00e9"}, false},
      {"(?-i:\u00e9)", {"\u00e9"}, true},
      {"(?a:caf\u00e9)", {"caf"}, false},
      {"\u5496\u5561", {"\u5496\u5561"}, true},
      {"\u00e9\\bx", {"\u00c9", "\u00e9"}, false},
      {"stra\u00dfe", {"stra\u00dfe", "stra\u1e9ee"}, true},
      {"d\u0131ner", {"ner"}, false},
      {"\u0130stanbul", {"stanbul"}, false},
      {"\u017fk", {}, false},
      {"\u212aiosk", {"iosk"}, false},
      {"live\tmusic", {"music"}, false},
      {std::string_view("a\0bc", 4), {"bc"}, false},
  });
}

TEST(RequiredLiterals, OfSets) {
  expect_all({
      {"[cozy]", {}, false},
      {"[^c]ozy", {"ozy"}, false},
      {"[Cc]ozy", {"cozy"}, true},
      {"[c]ozy", {"cozy"}, true},
      {"a[.]b", {"a.b"}, true},
      {"[k\u212a]iosk", {"iosk"}, false},
      {"gr[ae]y", {"gray", "grey"}, true},
      {"q[#\U00010400]z", {}, false},
      {"jalape[n\u00f1]o", {"jalapeno", "jalape\u00d1o", "jalape\u00f1o"}, true},
      {"[a-e]bc", {"bc"}, false},
      {"[aeiou]{4}", {}, false},
      {"(?-i:[Cc]ozy)", {"cozy"}, false},
      {"[^k]", {}, false},
      {"a[b-b]c", {"abc"}, true},
      {"a[a-b]cd", {"aacd", "abcd"}, true},
      {"x\\wyz", {"yz"}, false},
      {"[\\d]yz", {"yz"}, false},
      {"live[\\x09- ]+music", {"music"}, false},
  });
}

TEST(RequiredLiterals, OfAlternations) {
  expect_all({
      {"cozy|nice", {"cozy", "nice"}, true},
      {"(cozy|(?:very )nice)", {"cozy", "very nice"}, true},
      {"(?:cozy|nice)", {"cozy", "nice"}, true},
      {"(great|good) (food|service)",
       {"great food", "great service", "good food", "good service"},
       true},
      {"(ab|cd|ef|gh|ij|kl)(ab|cd|ef|gh|ij|kl)y",
       {"aby", "cdy", "efy", "ghy", "ijy", "kly"},
       false},
      {"cozy|\\bnice", {"cozy", "<nice"}, true},
      {"coffee|coffees|latte", {"coffee", "latte"}, true},
      {"drive-thru (is|when)", {"drive-thru is", "drive-thru when"}, true},
      {"(?:coz+y|nice) bar", {" bar"}, false},
      {"cozy|a", {}, false},
      {"cozy|", {}, false},
      {"(?:cozy|) bar", {" bar"}, true},
      {"x|y|z", {}, false},
  });
}

TEST(RequiredLiterals, OfRepeats) {
  expect_all({
      {"wi-?fi", {"wifi", "wi-fi"}, true},
      {"abc?d", {"abd", "abcd"}, true},
      {"ab{2}cde", {"abbcde"}, true},
      {"coffe+", {"coffe"}, true},
      {"coffe+s", {"coffe"}, false},
      {"coffees?", {"coffee"}, true},
      {"coffee\\w*", {"coffee"}, true},
      {"\\w*coffee", {"coffee"}, true},
      {".*coffee.*", {"coffee"}, true},
      {".*+coffee", {"coffee"}, false},
      {"tea\\s*coffee", {"coffee"}, false},
      {"teas?+s", {"tea"}, false},
      {"(?:te|tea){1}+s", {"te"}, false},
      {"(?:te|tea){1}+", {"te"}, true},
      {"coffee?+", {"coffe"}, true},
      {"coffe{1,2}s", {"coffes", "coffees"}, true},
      {"coffe*s", {"coff"}, false},
      {"ab{0}c", {"ac"}, true},
      {"(?:cozy)?x+", {}, false},
      {"(?:cozy)+", {"cozy"}, true},
      {"(?:cozy){2}", {"cozycozy"}, true},
      {"(?:cozy|nice)+?!", {"cozy", "nice"}, false},
      {"(?:cozy){0,3}nice", {"nice"}, true},
      {"(?:cozy){1}bar", {"cozybar"}, true},
      {"a{300}b", {std::string(language::kMaxLiteralBytes, 'a')}, false},
  });
}

TEST(RequiredLiterals, OfGroupsAndAssertions) {
  expect_all({
      {"\\bwork\\b", {"<work>"}, true},
      {"\\b(?:work|study)\\b", {"<work>", "<study>"}, true},
      {"the game\\b", {"the game>"}, true},
      {"work\\b place", {"work place"}, true},
      {"work\\bplace", {"place"}, false},
      {"work(?:\\b|s)", {"work>", "works"}, true},
      {"\\bwork.*place\\b", {"place>"}, false},
      {"\\b-work", {"-work"}, false},
      {"wow!\\b", {"wow!"}, false},
      {"oh!\\bwork", {"<work"}, false},
      {"(?a)\\bwork", {"work"}, false},
      {"\\b.*work", {"work"}, false},
      {"live (?:mus)(?P<n>ic)", {"live music"}, true},
      {"(?>cozy)", {"cozy"}, false},
      {"(?!cozy)nice", {"nice"}, false},
      {"(?<!cozy)", {}, false},
      {"(?=.*coffee)a", {"coffee"}, false},
      {"(?<=cozy)in", {"cozy"}, false},
      {"(a)(?(1)cozy|nice)", {}, false},
      {"(a)\\1bc", {"bc"}, false},
      {"(cozy)?\\1", {}, false},
      {"(?i:cozy)", {"cozy"}, true},
      {"(?-i:Cozy)", {"cozy"}, false},
      {"(?-i:24/7)", {"24/7"}, true},
      {"(?a:kiosk)", {"kiosk"}, true},
      {"(?x) co zy # nice", {"cozy"}, true},
      {"^cozy$", {"cozy"}, false},
      {"cozy(", {"cozy("}, true},  // Python refuses it: its text
  });
}

TEST(RequiredLiterals, AreBounded) {
  std::string many = "w100";
  for (int i = 101; i < 300; ++i) many += "|w" + std::to_string(i);
  EXPECT_EQ(translate_python_regex(many).required->literals.size(), language::kMaxLiterals);
  EXPECT_FALSE(translate_python_regex(many + "|more").required);
  const auto required = translate_python_regex(std::string(101, 'x')).required;
  EXPECT_EQ(written(*required), std::vector{std::string(100, 'x')});
  EXPECT_FALSE(required->exact);
}

std::string random_of(std::span<const char* const> pieces, std::size_t most, std::mt19937& random) {
  std::string text;
  for (auto length = random() % most + 1; length > 0; --length)
    text += pieces[random() % pieces.size()];
  return text;
}

/// A letter outside ASCII equals those that it has literals for, and no others.
TEST(RequiredLiterals, AreInEachCase) {
  std::string cased;
  for (char32_t code = 0x80; code <= 0x10ffff; ++code) {
    if (u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_CHANGES_WHEN_CASEMAPPED))
      cased += to_utf8(code);
  }
  text::Pcre2Scratch scratch;
  int checked = 0;
  for (const char32_t code : from_utf8(cased)) {
    const TranslatedPattern pattern = translate_python_regex(to_utf8(code));
    if (!pattern.required || !pattern.required->exact) continue;
    ++checked;
    const auto compiled = text::Pcre2Pattern::compile(pattern.pcre2).value();
    std::string others = cased;
    for (const language::RequiredLiteral& literal : pattern.required->literals) {
      EXPECT_EQ(compiled->search(literal.text, scratch), text::SearchResult::Found) << literal.text;
      const std::size_t place = others.find(literal.text);
      if (place != std::string::npos) others.erase(place, literal.text.size());
    }
    EXPECT_EQ(compiled->search(others, scratch), text::SearchResult::NotFound) << pattern.pcre2;
  }
  EXPECT_GT(checked, 2'000);
}

/// In texts without strangers, where the search relies on nothing else.
TEST(RequiredLiterals, AreInEveryMatch) {
  constexpr const char* kPatterns[] = {"a",
                                       "b",
                                       "Sk",
                                       "k",
                                       "ab",
                                       "\u00e9",
                                       "\u00df",
                                       "|",
                                       "k?",
                                       "a+",
                                       "b{2}",
                                       "s*",
                                       ".",
                                       "\\w+",
                                       "[^a]",
                                       "[Kk]",
                                       "[sk]",
                                       "\\b",
                                       "^",
                                       "(?:as|k)",
                                       "(?:ab){2}",
                                       "(?:ab|k)+",
                                       "(?=ab)",
                                       "(?!ab)",
                                       "(?<=a)",
                                       "(?-i:aB)",
                                       "(?a:k)",
                                       "(?>a|ab)",
                                       "(ab|s)?",
                                       "\u0130",
                                       "-",
                                       "\\bab",
                                       "sk\\b",
                                       "(?:a|)",
                                       "k*+",
                                       "(?:k|-b)",
                                       "(?:a|ab){1}+",
                                       "(?:s|sk)?+"};
  constexpr const char* kTexts[] = {"a", "B", "s",  "k", "K",      "ab",     "AB", "sk", "\u00e9",
                                    " ", "-", "\n", "i", "\u0131", "\u00df", "ss", "_",  "1"};
  std::mt19937 random(1);
  text::Pcre2Scratch scratch;
  int with_literals = 0;
  int settled = 0;
  for (int i = 0; i < 4'000; ++i) {
    const TranslatedPattern pattern = translate_python_regex(random_of(kPatterns, 6, random));
    if (!pattern.required) continue;
    ++with_literals;
    const auto compiled = text::Pcre2Pattern::compile(pattern.pcre2).value();
    for (int k = 0; k < 20; ++k) {
      const std::string text = random_of(kTexts, 10, random);
      ASSERT_FALSE(text::has_stranger(text));
      const bool matches = compiled->search(text, scratch) == text::SearchResult::Found;
      text::Standing best = text::Standing::No;
      for (const language::RequiredLiteral& literal : pattern.required->literals)
        best = std::max(best, text::best_standing(literal, text));
      EXPECT_TRUE(!matches || best != text::Standing::No) << pattern.pcre2 << " in " << text;
      EXPECT_TRUE(matches || best != text::Standing::Yes || !pattern.required->exact)
          << pattern.pcre2 << " in " << text;
      settled += pattern.required->exact && matches ? 1 : 0;
    }
  }
  EXPECT_GT(with_literals, 500);
  EXPECT_GT(settled, 50);
}

}  // namespace
}  // namespace seedc::pattern
