// Which patterns have repeats that match the same text in many ways.
#include "compiler/pattern/ambiguous_repeats.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

#include "compiler/pattern/python_regex.h"

namespace seedc::pattern {
namespace {

void expect(bool expected, std::initializer_list<std::string_view> patterns) {
  for (const std::string_view pattern : patterns) {
    EXPECT_EQ(has_ambiguous_repeat(pattern), expected) << pattern;
    EXPECT_EQ(translate_python_regex(pattern).unsupported, "") << pattern;
  }
}

TEST(AmbiguousRepeats, RepeatsOfRepeats) {
  expect(true, {R"((\w+\s?)+\$x)", "(a+)+$", "(a*)*b", "(a+)*b", "((a+)+b)c", "(?:a?b?)*c",
                R"((\w+\s*)+!)", "(a{1,3})+b", "((ab)+)+c", "(a+?)+?b", "x(y|(a+)+b)z"});
}

TEST(AmbiguousRepeats, OfBranchesAndSets) {
  expect(true, {"(a|aa)*b", "(ab|AB)*c", "(.|x)*y", R"((\w|\d\d)+!)", "(.*,)*x",
                "([a-c]|[c-e]x?|x)*!", R"((\W|--)+x)", "(ab|a|b)*c", R"(([^x]|é|\s)*y)"});
  // Branches of single characters are one set, as Python has them.
  expect(false, {"(a|a)*b", R"((\w|\d)+!)", "([a-c]|[c-e])*!"});
}

TEST(AmbiguousRepeats, RepeatsThatEndWithSomethingElse) {
  expect(false, {R"((\w+\s)+\$)", R"((\w+\s+)+\$)", "(ab|cd)*e", "(a|b)*c", R"((\d+,)*\d+!)",
                 "(?-i:a|A)*b", "(?a:\\w|é)*b", "(a{3})+b", "a+a+b", ".*.*x", R"((.*\n)*x)",
                 R"((\w|\s)+!)", "(é|è)*x", "(?:very )+good", R"((\s|\S)*x)"});
}

TEST(AmbiguousRepeats, NothingAfterThemFails) {
  expect(false, {"(a+)+", R"((\w+\s?)+)", "x(a+)+y*", "(a+)+|b", "((a+)+)?c?", "((a+)+){2}"});
  expect(true, {R"((a+)+\b)", "(a+)+(?=b)", "(?=.*(a+)+b)", "((a+)+b)*", "((?>(a+)+b))*"});
}

TEST(AmbiguousRepeats, FewRepetitionsAndNoneThatAreTriedAgain) {
  expect(false, {"(a+){1,3}b", "((?>a+))+b", "(?>(a+)+)b", "(a++)+b", "(a+)++b", "(a+)?b"});
  expect(true, {"(a+){1,50}b", "(a+){2,}b"});
}

TEST(AmbiguousRepeats, BoundariesAndReferencesDecide) {
  expect(false, {R"((\b\w+\b\s*)+!)", R"((?:(a)\1*)+b)", "(?:(?=x)a+)+b"});
}

TEST(AmbiguousRepeats, RejectedAndLargePatterns) {
  expect(false, {"(a+)+(",
                 "((?:abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmn"
                 "opqrstuvwxyz)+)+!"});
}

}  // namespace
}  // namespace seedc::pattern
