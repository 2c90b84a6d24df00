// The mark that some editors write at the beginning of UTF-8 files: it is no part of the text.
#pragma once

#include <string_view>

namespace seedc::base {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

inline std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

}  // namespace seedc::base
