// Python patterns, searched through their translation; the expectations were obtained from Python
// 3.11 itself.
#include "compiler/pattern/python_regex.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/text/pattern_set.h"
#include "test/support/translated_pattern.h"

namespace seedc::pattern {
namespace {

using namespace std::string_view_literals;

bool matches(std::string_view pattern, std::string_view text) {
  language::Pattern translated = support::translated_pattern(pattern);
  text::PatternSet set = text::PatternSet::compile({&translated, 1}).value();
  text::PatternSet::Scratch scratch = set.make_scratch();
  text::PatternBits found, undecided;
  set.search(text, {1}, scratch, found, undecided);
  EXPECT_EQ(undecided, text::PatternBits{0});
  return found[0] == 1;
}

struct Match {
  std::string_view pattern;
  std::string_view text;
  bool matches;
};

constexpr Match kMatches[] = {
    {"cozy", "So COZY here", true},
    {"cozy", "cosy", false},
    {"", "", true},
    {"", "x", true},
    {"\\bwork\\b", "to WORK.", true},
    {"\\bwork\\b", "worked", false},
    {"wi-?fi", "Free WiFi", true},
    {"a\\Z", "ba", true},
    {"a\\Z", "a\n", false},
    {"a$", "a\n", true},
    {"a$", "a\n\n", false},
    {"^b", "a\nb", false},
    {"(?m)^b", "a\nb", true},
    {"(?m)^\\Z", "a\n", true},
    {"(?m)a$", "a\nb", true},
    {"a.b", "a\nb", false},
    {"a.b", "a\rb", true},
    {"(?s)a.b", "a\nb", true},
    {"(?s)a.b(?-s:.)", "a\nb\n", false},
    {"xa{,2}y", "xaay", true},
    {"xa{,2}y", "xaaay", false},
    {"a{}", "A{}", true},
    {"a{,}b", "aaab", true},
    {"a{1", "a{1", true},
    {"x{2}{", "xx{", true},
    {"[[:alpha:]]", "a]", true},
    {"[[:alpha:]]", "q]", false},
    {"[:^:]", ":", true},
    {"[]a]", "]", true},
    {"[^]a]", "]", false},
    {"[a-]", "-", true},
    {"[\\w-]", "-", true},
    {"[\\b]", "\b", true},
    {"\\u00e9", "CAFÉ", true},
    {"\\U0001F600", "😀", true},
    {"\\N{LATIN SMALL LETTER E WITH ACUTE}", "É", true},
    {"\\N{NBSP}", "\u00a0", true},
    {"\\x41", "a", true},
    {"\\101", "A", true},
    {"\\0", "\0"sv, true},
    {"[\\012]", "\n", true},
    {"\\ud800", "a", false},
    {"[^\\ud800]", "a", true},
    {"(?P<w>a.)(?P=w)", "abAB", true},
    {"(a)(?(1)b|c)", "ab", true},
    {"(a)?(?(1)b|c)$", "c", true},
    {"(?( 1 )b|c)(a)", "ca", true},
    {"a(?#note)b", "ab", true},
    {"(?x) a b # c", "ab", true},
    {"(?x)a\\ b[ ]c", "a b c", true},
    {"(?i-s:A)", "a", true},
    {"(?-i:A)", "a", false},
    {"(?-i:A(?i:B))", "Ab", true},
    {"(?a)\\w", "é", false},
    {"\\w", "é", true},
    {"(?a)k", "\u212a", false},
    {"k", "\u212a", true},
    {"(?a)é", "É", false},
    {"(?a:\\s)", "\u00a0", false},
    {"\\s", "\u00a0", true},
    {"\\s", "\u180e", false},
    {"[\\S]", "\u180e", true},
    {"(?a)\\bé", "é", false},
    {"(?a:K)", "k", true},
    {"(?a)[^k]", "K", false},
    {"s", "ſ", true},
    {"ß", "ẞ", true},
    {"ß", "ss", false},
    {"σ", "ς", true},
    {"µ", "Μ", true},
    {"ΐ", "\u1fd3", true},
    {"[ἀ-῿]", "ΐ", true},
    {"ﬅ", "ﬆ", true},
    {"\u0131", "I", true},
    {"\u0130", "i", true},
    {"[\u0131]", "i", true},
    {"[à-ſ]", "I", true},
    {"[^σ]", "ς", false},
    {"(σ)\\1", "σς", false},
    {"(σ)\\1", "σΣ", true},
    {"(s)\\1", "sſ", false},
    {"(k)\\1", "k\u212a", true},
    {"(?-i:(a)\\1)", "aA", false},
    {"(a)|b\\1", "b", false},
    {"[\U00010400x]", "\U00010428", false},
    {"[\U00010428x]", "\U00010400", true},
    {"\U00010400", "\U00010428", true},
    {"(?>a+)a", "aaa", false},
    {"a++a", "aaa", false},
    {"a?+b", "ab", true},
    {"(?<=a)b", "ab", true},
    {"(?<!a)b", "ab", false},
    {"(?<=ab|cd)e", "cde", true},
    {"(?=a*)*b", "b", true},
    {"(?!)", "x", false},
    {"\\B", "", false},
    {"\\B", "ab", true},
    {"a|b|[c\\d]", "7", true},
    {"|a", "zzz", true},
    {"\\é", "É", true},
    {"\\-\\/\\ ", "-/ ", true},
    {"#", "#", true},
    {"a-b&&c~", "A-B&&C~", true},
    {"]}", "]}", true},
    {".", "☕", true},
    {"^.$", "☕", true},
    {"^..$", "e\u0301", true},
};

TEST(PythonRegex, MatchesAsPythonDoes) {
  for (const Match& match : kMatches) {
    EXPECT_EQ(translate_python_regex(match.pattern).refusal, "") << match.pattern;
    EXPECT_EQ(matches(match.pattern, match.text), match.matches)
        << match.pattern << " as " << translate_python_regex(match.pattern).pcre2 << " in "
        << match.text;
  }
}

struct Refused {
  std::string_view pattern;
  std::string_view refusal;
};

constexpr Refused kRefused[] = {
    {"(?<n>a)", "unknown extension ?<n"},
    {"\\p{L}", "bad escape \\p"},
    {"\\h", "bad escape \\h"},
    {"\\R", "bad escape \\R"},
    {"\\K", "bad escape \\K"},
    {"\\X", "bad escape \\X"},
    {"\\G", "bad escape \\G"},
    {"\\Qa\\E", "bad escape \\Q"},
    {"\\z", "bad escape \\z"},
    {"(?|a)", "unknown extension ?|"},
    {"(*FAIL)", "nothing to repeat"},
    {"(*F)a", "nothing to repeat"},
    {"a(?i)b", "global flags not at the start of the expression"},
    {"(?:(?i)a)", "global flags not at the start of the expression"},
    {"a|(?i)b", "global flags not at the start of the expression"},
    {"(?<=a+)b", "look-behind requires fixed-width pattern"},
    {"(?<=a|bc)d", "look-behind requires fixed-width pattern"},
    {"a**", "multiple repeat"},
    {"a{2}{3}", "multiple repeat"},
    {"a{3,2}", "min repeat greater than max repeat"},
    {"+a", "nothing to repeat"},
    {"^*", "nothing to repeat"},
    {"(?i)*", "nothing to repeat"},
    {"(", "missing ), unterminated subpattern"},
    {"a)", "unbalanced parenthesis"},
    {"(?", "unexpected end of pattern"},
    {"(?P", "unexpected end of pattern"},
    {"(?P<", "missing group name"},
    {"(?P<n", "missing >, unterminated name"},
    {"(?P<>a)", "missing group name"},
    {"(?P<1>a)", "bad character in group name '1'"},
    {"(?P<a>x)(?P<a>y)", "redefinition of group name 'a' as group 2; was group 1"},
    {"(?P=n)", "unknown group name 'n'"},
    {"(?P>n)", "unknown extension ?P>"},
    {"(?R)", "unknown extension ?R"},
    {"\\1", "invalid group reference 1"},
    {"(a\\1)", "cannot refer to an open group"},
    {"(a)\\2", "invalid group reference 2"},
    {"(?(1)a)", "invalid group reference 1"},
    {"(?(0)a)(b)", "bad group number"},
    {"(?(x)a)", "unknown group name 'x'"},
    {"(?(1)a|b|c)(d)", "conditional backref with more than two branches"},
    {"(?(-1)a)(b)", "bad character in group name '-1'"},
    {"[a", "unterminated character set"},
    {"[]", "unterminated character set"},
    {"[z-a]", "bad character range z-a"},
    {"[a-\\d]", "bad character range a-\\d"},
    {"\\", "bad escape (end of pattern)"},
    {"[\\", "bad escape (end of pattern)"},
    {"\\x1", "incomplete escape \\x1"},
    {"\\u12", "incomplete escape \\u12"},
    {"\\U00110000", "bad escape \\U00110000"},
    {"\\N{nonsense}", "undefined character name 'nonsense'"},
    {"\\N{latin", "missing }, unterminated name"},
    {"\\400", "octal escape value \\400 outside of range 0-0o377"},
    {"[\\8]", "bad escape \\8"},
    {"\\q", "bad escape \\q"},
    {"(?z)", "unknown extension ?z"},
    {"(?i", "missing -, : or )"},
    {"(?i-i:a)", "bad inline flags: flag turned on and off"},
    {"(?-a:b)", "bad inline flags: cannot turn off flags 'a', 'u' and 'L'"},
    {"(?L)a", "bad inline flags: cannot use 'L' flag with a str pattern"},
    {"(?au)a", "bad inline flags: flags 'a', 'u' and 'L' are incompatible"},
    {"(?t)a*", "repeats are not allowed under the flag 't'"},
    {"(?i:", "missing ), unterminated subpattern"},
    {"(?#", "missing ), unterminated comment"},
    {"a{4294967295}", "the repetition number is too large"},
    {"(?<!(a)\\1)", "cannot refer to group defined in the same lookbehind subpattern"},
    {"(?a)(?u)x", "ASCII and UNICODE flags are incompatible"},
    {"(?P<n>a)(?<=(?P<m>b)(?P=m))",
     "cannot refer to group defined in the same lookbehind subpattern"},
};

TEST(PythonRegex, RefusesWhatPythonRefusesAndMatchesItAsText) {
  for (const Refused& refused : kRefused) {
    EXPECT_EQ(translate_python_regex(refused.pattern).refusal, refused.refusal) << refused.pattern;
    EXPECT_TRUE(matches(refused.pattern, "so " + std::string(refused.pattern) + "!"))
        << refused.pattern;
    EXPECT_FALSE(matches(refused.pattern, "aabb 11 n")) << refused.pattern;
  }
}

TEST(PythonRegex, TextOfARefusedPatternIgnoresCase) { EXPECT_TRUE(matches("(?<Näh>", "(?<nÄH>")); }

TEST(PythonRegex, PlainPatternsStayAsTheyAre) {
  for (std::string_view pattern :
       {"cozy|comfortable", "\\bwork\\b", "wi-?fi", "(great|good) food", "caf\u00e9s?$"}) {
    EXPECT_EQ(translate_python_regex(pattern).pcre2, pattern);
  }
}

TEST(PythonRegex, LookAheadsThatBeginAnywhereAreAnchored) {
  const auto pcre2 = [](std::string_view pattern) { return translate_python_regex(pattern).pcre2; };
  EXPECT_EQ(pcre2("(?=.*a)(?=.*?b)"), "(?<![^\\n])(?=.*a)(?=.*?b)");
  EXPECT_EQ(pcre2("(?=.*a).+b"), "(?<![^\\n])(?=.*a).+b");
  EXPECT_EQ(pcre2("(?=.*a|(.*b)c)"), "(?<![^\\n])(?=.*a|(.*b)c)");
  EXPECT_EQ(pcre2("(?s)(?=.*a)(?=.*b)"), "\\A(?=\\p{Any}*a)(?=\\p{Any}*b)");
  EXPECT_TRUE(pcre2("(?=[\\s\\S]*a)(?=[\\s\\S]*b)").starts_with("\\A"));
  EXPECT_TRUE(pcre2("(?s:(?=.*a))(?=.*b)").starts_with("(?"));
  EXPECT_EQ(pcre2("(?=.*a)|x"), "(?<![^\\n])(?=.*a)|x");
}

TEST(PythonRegex, OtherLookAheadsStayAsTheyAre) {
  for (const std::string_view pattern :
       {"(?=.*a)b", "(?=a)(?=.*b)", "(?!.*a)(?=.*b)", "(?=.{0,9}a)", "(?=.*+a)", "(?=.*a|b)", ".*a",
        "(?<=a)(?=.*b)", "x(?=.*a)", "(?=(?>.*)a)"}) {
    EXPECT_EQ(translate_python_regex(pattern).pcre2, pattern);
  }
  EXPECT_FALSE(translate_python_regex("(?=.*?(a|b)).*\\1").pcre2.starts_with("(?<!"));
}

TEST(PythonRegex, AnchorsDoNotChangeWhatMatches) {
  for (const std::string_view text :
       {"a b", "b a", "a\nb", "x a b\n", "\n\nab", "", "\n", "a", "b\na b"}) {
    EXPECT_EQ(matches("(?=.*a)(?=.*b)", text), matches("(?:(?=.*a)(?=.*b))", text)) << text;
    EXPECT_EQ(matches("(?s)(?=.*a)(?=.*b)", text), matches("(?s)(?:(?=.*a)(?=.*b))", text)) << text;
    EXPECT_EQ(matches("(?=.*).*$", text), matches("(?:(?=.*).*$)", text)) << text;
  }
}

/// The two differences that semantics.md allows; here `\s` does without its own.
TEST(PythonRegex, AllowedDifferences) {
  EXPECT_FALSE(matches("i", "\u0130"));
  EXPECT_FALSE(matches("I", "\u0131"));
  EXPECT_TRUE(matches("\\s", "\x1c"));
}

// limit: pattern-nesting
// limit: pattern-size
// limit: pattern-sets
TEST(PythonRegex, SaysWhatItCannotExpress) {
  std::string deep = std::string(500, '(') + "a" + std::string(500, ')');
  EXPECT_EQ(translate_python_regex(deep).unsupported, "groups are nested more than 200 deep");
  EXPECT_EQ(translate_python_regex(std::string(100'000, 'a')).unsupported,
            "the pattern is longer than 65536 bytes");
  const std::string all = "[\\U00000000-\\U0010ffff]";
  EXPECT_EQ(translate_python_regex(all + all + all + all).unsupported,
            "the ranges of its sets hold more than 4000000 characters");
  EXPECT_EQ(translate_python_regex("(?a)(a)\\1").unsupported,
            "a back-reference that ignores the case of ASCII letters only");
}

TEST(PythonRegex, BytesThatAreNoTextMatchNothing) {
  EXPECT_FALSE(matches("\xff", "\ufffd"));
  EXPECT_TRUE(matches("[^\xff]", "x"));
}

}  // namespace
}  // namespace seedc::pattern
