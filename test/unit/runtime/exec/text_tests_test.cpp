// Tests of a `where` on texts: words, parts of words and patterns, in any case.
#include "runtime/exec/text_tests.h"

#include <gtest/gtest.h>

#include "compiler/plan/patterns.h"

namespace seedc::exec {
namespace {

using Op = contract::ValueTest::Op;
using language::Tri;

Tri decide(Op op, const language::Value& operand, std::string_view text) {
  contract::ValueTest test{op, operand};
  if (op == Op::Matches) {
    test.pattern.source = *operand.as<std::string>();
    plan::translate(test.pattern);
  }
  const TextTest prepared(test);
  TextTest::Scratch scratch = prepared.make_scratch();
  return prepared.of(text, scratch);
}

TEST(TextTest, IsOneOfTheTestsOnTexts) {
  EXPECT_TRUE(contract::ValueTest::is_on_texts(Op::Contains));
  EXPECT_TRUE(contract::ValueTest::is_on_texts(Op::ContainsWord));
  EXPECT_TRUE(contract::ValueTest::is_on_texts(Op::Matches));
  EXPECT_FALSE(contract::ValueTest::is_on_texts(Op::Eq));
  EXPECT_FALSE(contract::ValueTest::is_on_texts(Op::In));
}

TEST(ThreadTextTests, TestCellsOfTexts) {
  std::vector<TextTest> tests;
  tests.emplace_back(contract::ValueTest{Op::Contains, "cold"});
  tests.emplace_back(contract::ValueTest{Op::ContainsWord, "cold"});
  const ThreadTextTests thread{tests};
  const std::string scolded = "SCOLDED";
  const language::Cell text = language::Cell::of(&scolded);
  EXPECT_TRUE(contract::test_text(*thread.testers()[0], text).boolean());
  EXPECT_FALSE(contract::test_text(*thread.testers()[1], text).boolean());
  EXPECT_FALSE(
      contract::test_text(*thread.testers()[0], language::Cell::of(std::int64_t{3})).boolean());
  EXPECT_FALSE(
      contract::test_text(*thread.testers()[0], language::Cell::none(language::NullCause::Missing))
          .boolean());
  EXPECT_EQ(thread.undecided(), 0U);
}

TEST(TextTest, FindsTextInAnyCase) {
  EXPECT_EQ(decide(Op::Contains, "COLD", "scolded"), Tri::Yes);
  EXPECT_EQ(decide(Op::Contains, "é", "CAFÉ"), Tri::Yes);
  EXPECT_EQ(decide(Op::Contains, "cold", ""), Tri::No);
  EXPECT_EQ(decide(Op::Contains, language::List{"hot", "cold"}, "cold"), Tri::Yes);
  EXPECT_EQ(decide(Op::Contains, language::List{"hot", "warm"}, "cold"), Tri::No);
}

TEST(TextTest, FindsWholeWords) {
  EXPECT_EQ(decide(Op::ContainsWord, "cold", "scolded"), Tri::No);
  EXPECT_EQ(decide(Op::ContainsWord, "cold", "ice-COLD!"), Tri::Yes);
  EXPECT_EQ(decide(Op::ContainsWord, "cold", "coldé cold_"), Tri::No);
  EXPECT_EQ(decide(Op::ContainsWord, language::List{"ice", "tea"}, "an ice tea"), Tri::Yes);
}

TEST(TextTest, SearchesPatternsOfPython) {
  EXPECT_EQ(decide(Op::Matches, "^CO(?P<rest>ld)$", "cold"), Tri::Yes);
  EXPECT_EQ(decide(Op::Matches, R"(\bold\b)", "cold"), Tri::No);
  EXPECT_EQ(decide(Op::Matches, "(cold", "so (COLD)"), Tri::Yes) << "it is searched literally";
}

TEST(TextTest, IsUnknownAtTheMatchLimit) {
  EXPECT_EQ(decide(Op::Matches, R"((a|aa)+$|(a*)*\1c)", std::string(80, 'a') + "b"), Tri::Unknown);
}

}  // namespace
}  // namespace seedc::exec
