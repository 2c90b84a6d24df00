// Which texts look like patterns.
#include "compiler/pattern/pattern_signs.h"

#include <gtest/gtest.h>

namespace seedc::pattern {
namespace {

TEST(PatternSigns, OfPatterns) {
  for (const char* text : {"slow|rude", "café|été", "great.*food", "a.+b", "\\bcozy\\b", "\bcozy",
                           "(?i)nice", "\\d stars", "[a-z]+ bar", "| slow|rude"})
    EXPECT_TRUE(has_pattern_signs(text)) << text;
}

TEST(PatternSigns, WordsHaveNone) {
  for (const char* text :
       {"", "|", "cozy", "fish & chips", "either | or", "|slow|", "$$", "no. 1", "a.b", "what?",
        "(really)", "5*", "C++", "[sic]", "'hipster': True", "AC\\DC"})
    EXPECT_FALSE(has_pattern_signs(text)) << text;
}

}  // namespace
}  // namespace seedc::pattern
