// Which patterns are found in every text, checked against searches of texts.
#include <gtest/gtest.h>

#include "compiler/pattern/python_regex.h"

namespace seedc::pattern {
namespace {

TEST(EmptyMatch, WhatCanBeNoCharacters) {
  for (const char* pattern : {"cozy|", "|cozy", ".*", "(cozy)?", "a*b?", "(?:a|b{0,2})", "(a?)+",
                              "(?>a*)", "(?i:)", "(cozy|)(warm|)"})
    EXPECT_TRUE(has_empty_match(pattern)) << pattern;
}

TEST(EmptyMatch, WhatCannot) {
  for (const char* pattern : {"cozy", ".+", "a*b", "^", "^$", "\\b", "(?=a)", "(?!a)", "(a)?\\1",
                              "(a)?(?(1)|b)", "[ab]", "(cozy", "a|b+"})
    EXPECT_FALSE(has_empty_match(pattern)) << pattern;
}

}  // namespace
}  // namespace seedc::pattern
