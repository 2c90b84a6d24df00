// Tests of text wrapped at words.
#include "runtime/language/wrapped_text.h"

#include <gtest/gtest.h>

namespace seedc::language {
namespace {

TEST(WrappedTextTest, LinesEndAtWords) {
  EXPECT_EQ(wrap("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(wrap("one two three", 6, 2), "one\n  two\n  three");
  EXPECT_EQ(wrap("one two three", 100, 2), "one two three");
}

TEST(WrappedTextTest, TheFirstLineBeginsWhereTheTextBeforeItEnds) {
  EXPECT_EQ(wrap("one two", 10, 2, 5), "one\n  two");
  EXPECT_EQ(wrap("one two", 12, 2, 5), "one two");
}

TEST(WrappedTextTest, ALongWordHasALineOfItsOwn) {
  EXPECT_EQ(wrap("a unbreakable b", 4, 0), "a\nunbreakable\nb");
  EXPECT_EQ(wrap("", 4, 2), "");
}

TEST(WrappedTextTest, WidthIsThatOfTheTerminal) {
  EXPECT_EQ(wrap("\u9eba\u9eba x", 6, 0), "\u9eba\u9eba x");
  EXPECT_EQ(wrap("\u9eba\u9eba x", 5, 0), "\u9eba\u9eba\nx");
}

}  // namespace
}  // namespace seedc::language
