// Which patterns are found in every text, checked against searches of texts.
#include <gtest/gtest.h>

#include "compiler/pattern/python_regex.h"

namespace seedc::pattern {
namespace {

TEST(EmptyMatch, WhatCanBeNoCharacters) {
  for (const char* pattern : {"cozy|", "|cozy", ".*", "(cozy)?", "a*b?", "(?:a|b{0,2})", "(a?)+",
                              "(?>a*)", "(?i:)", "(cozy|)(warm|)"})
    EXPECT_TRUE(translate_python_regex(pattern).has_empty_match) << pattern;
}

TEST(EmptyMatch, WhatCannot) {
  for (const char* pattern : {"cozy", ".+", "a*b", "^", "^$", "\\b", "(?=a)", "(?!a)", "(a)?\\1",
                              "(a)?(?(1)|b)", "[ab]", "(cozy", "a|b+"})
    EXPECT_FALSE(translate_python_regex(pattern).has_empty_match) << pattern;
}

}  // namespace
}  // namespace seedc::pattern
