// Which literals patterns require, and that every match has one of them.
#include "compiler/pattern/required_literals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/pattern/python_regex.h"
#include "runtime/text/literal_finder.h"
#include "runtime/text/pcre2_pattern.h"
#include "runtime/text/strangers.h"

namespace seedc::pattern {
namespace {

struct Requirement {
  std::string_view pattern;
  std::vector<std::string> literals;  ///< none: no literal is required
  bool exact = false;
};

void expect_all(const std::vector<Requirement>& requirements) {
  for (const Requirement& expected : requirements) {
    const TranslatedPattern translated = translate_python_regex(expected.pattern);
    const auto& required = translated.required;
    EXPECT_EQ(translated.unsupported, "") << expected.pattern;
    EXPECT_EQ(required ? required->literals : std::vector<std::string>{}, expected.literals)
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
      {"caf\u00e9", {"caf"}, false},
      {"stra\u00dfe", {"stra"}, false},
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
      {"[^k]", {}, false},
      {"a[b-b]c", {"abc"}, true},
      {"a[a-b]cd", {"cd"}, false},
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
      {"(great|good) (food|service)", {"great", "good"}, false},
      {"cozy|\\bnice", {"cozy", "nice"}, false},
      {"cozy|a", {}, false},
      {"cozy|", {}, false},
      {"(?:cozy|) bar", {" bar"}, false},
      {"x|y|z", {}, false},
  });
}

TEST(RequiredLiterals, OfRepeats) {
  expect_all({
      {"wi-?fi", {"wi"}, false},
      {"abc?d", {"ab"}, false},
      {"ab{2}cde", {"abbcde"}, true},
      {"coffe+", {"coffe"}, false},
      {"coffe{1,2}s", {"coffe"}, false},
      {"coffe*s", {"coff"}, false},
      {"ab{0}c", {}, false},
      {"(?:cozy)?x+", {}, false},
      {"(?:cozy)+", {"cozy"}, true},
      {"(?:cozy){2}", {"cozy"}, false},
      {"(?:cozy|nice)+?!", {"cozy", "nice"}, false},
      {"(?:cozy){0,3}nice", {"nice"}, false},
      {"(?:cozy){1}bar", {"cozy"}, false},
      {"a{300}b", {std::string(language::kMaxLiteralBytes, 'a')}, false},
  });
}

TEST(RequiredLiterals, OfGroupsAndAssertions) {
  expect_all({
      {"\\bwork\\b", {"work"}, false},
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
  EXPECT_EQ(required->literals, std::vector{std::string(100, 'x')});
  EXPECT_FALSE(required->exact);
}

std::string random_of(std::span<const char* const> pieces, std::size_t most, std::mt19937& random) {
  std::string text;
  for (auto length = random() % most + 1; length > 0; --length)
    text += pieces[random() % pieces.size()];
  return text;
}

/// In texts without strangers, where the search relies on nothing else.
TEST(RequiredLiterals, AreInEveryMatch) {
  constexpr const char* kPatterns[] = {
      "a",      "b",        "Sk",     "k",        "ab",        "\u00e9",    "\u00df", "|",
      "k?",     "a+",       "b{2}",   "s*",       ".",         "\\w+",      "[^a]",   "[Kk]",
      "[sk]",   "\\b",      "^",      "(?:as|k)", "(?:ab){2}", "(?:ab|k)+", "(?=ab)", "(?!ab)",
      "(?<=a)", "(?-i:aB)", "(?a:k)", "(?>a|ab)", "(ab|s)?",   "\u0130",    "-"};
  constexpr const char* kTexts[] = {"a",      "B", "s", "k",  "K", "ab",     "AB",     "sk",
                                    "\u00e9", " ", "-", "\n", "i", "\u0131", "\u00df", "ss"};
  std::mt19937 random(1);
  text::Pcre2Scratch scratch;
  int with_literals = 0;
  int settled = 0;
  for (int i = 0; i < 2'000; ++i) {
    const TranslatedPattern pattern = translate_python_regex(random_of(kPatterns, 6, random));
    if (!pattern.required) continue;
    ++with_literals;
    const auto compiled = text::Pcre2Pattern::compile(pattern.pcre2).value();
    for (int k = 0; k < 20; ++k) {
      const std::string text = random_of(kTexts, 10, random);
      ASSERT_FALSE(text::has_stranger(text));
      const bool matches = compiled->search(text, scratch) == text::SearchResult::Found;
      const bool has_literal = std::ranges::any_of(
          pattern.required->literals,
          [&](const std::string& literal) { return text::literal_occurs(literal, text); });
      EXPECT_TRUE(!matches || has_literal) << pattern.pcre2 << " in " << text;
      EXPECT_TRUE(matches || !has_literal || !pattern.required->exact)
          << pattern.pcre2 << " in " << text;
      settled += pattern.required->exact && matches ? 1 : 0;
    }
  }
  EXPECT_GT(with_literals, 500);
  EXPECT_GT(settled, 50);
}

}  // namespace
}  // namespace seedc::pattern
