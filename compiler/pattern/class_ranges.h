// The characters of Python's classes, and of its case rules where PCRE2's differ: shared by what
// writes patterns for PCRE2 and by what reasons about the texts they match.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

using Ranges = std::vector<CodeRange>;

constexpr char32_t kLastCode = 0x10ffff;

/// Unicode's white space. U+001C to U+001F are in it, and in its opposite where that is part of a
/// set (semantics.md section 3 allows it).
inline const Ranges kSpaces = {
    {0x09, 0x0d},     {0x1c, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},     {0x1680, 0x1680},
    {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};
inline const Ranges kSpacesOfBoth = {{0x1c, 0x1f}};
inline const Ranges kAsciiSpaces = {{0x09, 0x0d}, {0x20, 0x20}};
inline const Ranges kAsciiDigits = {{'0', '9'}};
inline const Ranges kAsciiWord = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};

/// Characters that are equal to Python but not to PCRE2. `i` and `I` do not include `ı` and `İ`
/// (semantics.md allows it), so that common words stay plain; they are nevertheless in the family
/// of those two.
inline constexpr std::array<std::u32string_view, 4> kCaseFamilies = {
    U"i\u0131\u0130", U"\u0390\u1fd3", U"\u03b0\u1fe3", U"\ufb05\ufb06"};

}  // namespace seedc::pattern
