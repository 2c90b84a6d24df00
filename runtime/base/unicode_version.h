// The version of Unicode that the languages go by, as ICU knows newer characters.
#pragma once

#include <unicode/uchar.h>

#include <cstdint>

namespace seedc::base {

/// That of Python 3.11 and of PCRE2 10.42.
constexpr std::uint8_t kUnicodeVersion = 14;

/// The version that added a code point; 0 for one that is not assigned.
inline std::uint8_t unicode_version_of(UChar32 code_point) {
  UVersionInfo since;
  u_charAge(code_point, since);
  return since[0];
}

}  // namespace seedc::base
