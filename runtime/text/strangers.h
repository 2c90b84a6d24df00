// Non-ASCII characters that can match an ASCII letter when case is ignored.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace seedc::text {

/// In UTF-8: `ſ` and `K` (U+212A), which equal s and k when case is ignored, and `İ`, whose lower
/// case begins with an i.
constexpr std::string_view kStrangers[] = {"\xc5\xbf", "\xe2\x84\xaa", "\xc4\xb0"};

inline bool has_stranger(std::string_view text) {
  return std::any_of(std::begin(kStrangers), std::end(kStrangers), [&](std::string_view stranger) {
    return text.find(stranger) != std::string_view::npos;
  });
}

}  // namespace seedc::text
