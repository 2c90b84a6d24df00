// Widths of UTF-8 text on a terminal, by ICU.
#include "runtime/language/display_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace seedc::language {
namespace {

/// Whether all of it is printable ASCII, as most text is.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::size_t width_of(UChar32 c) {
  const auto category = u_charType(c);
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR)
    return 0;
  const auto east_asian = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return east_asian == U_EA_WIDE || east_asian == U_EA_FULLWIDTH ? 2 : 1;
}

UChar32 next_char(std::string_view text, std::size_t& at) {
  auto index = static_cast<std::int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(text.data(), index, static_cast<std::int32_t>(text.size()), c);
  at = static_cast<std::size_t>(index);
  return c;
}

/// Whether it shows nothing of its own and changes how the text around it is shown: another order,
/// or another line. Marks of direction, which only separate, and joiners, which letters and emoji
/// need, are text.
bool rearranges(UChar32 c) {
  const bool orders = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  const auto category = u_charType(c);
  return orders || category == U_LINE_SEPARATOR || category == U_PARAGRAPH_SEPARATOR;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  if (is_plain(text)) return text.size();
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) width += width_of(next_char(text, at));
  return width;
}

std::string printable(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const UChar32 c = next_char(text, at);
    const bool is_shown = u_charType(c) != U_CONTROL_CHAR && c != 0xFFFD && !rearranges(c);
    out += is_shown ? text.substr(begin, at - begin) : "\uFFFD";
  }
  return out;
}

std::string clip(std::string_view unclean, std::size_t width) {
  const std::string text = printable(unclean);
  if (display_width(text) <= width) return text;
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t next = at;
    used += width_of(next_char(text, next));
    if (used + 1 > width) break;
    at = next;
  }
  return text.substr(0, at) + "…";
}

}  // namespace seedc::language
