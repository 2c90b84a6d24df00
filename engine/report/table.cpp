// Laying out tables.
#include "engine/report/table.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace seedc {
namespace {

constexpr std::string_view kGap = "  ";

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

std::string aligned(const std::string& cell, std::size_t width, TextTable::Align align) {
  if (align == TextTable::Align::Left) return padded(cell, width);
  const std::size_t used = display_width(cell);
  return std::string(width > used ? width - used : 0, ' ') + cell;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) width += width_of(next_char(text, at));
  return width;
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const UChar32 c = next_char(text, at);
    const bool is_shown = u_charType(c) != U_CONTROL_CHAR && c != 0xFFFD;
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

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t used = display_width(text);
  return text + std::string(width > used ? width - used : 0, ' ');
}

std::string wrapped(std::string_view unclean, std::size_t indent, std::size_t width) {
  const std::string text = printable(unclean);
  std::string out;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    const std::size_t word_width = display_width(word);
    const bool is_new_line = used == 0 || used + 1 + word_width > width;
    if (is_new_line && used > 0) out += '\n';
    out += is_new_line ? std::string(indent, ' ') : " ";
    used = (is_new_line ? indent : used + 1) + word_width;
    out += word;
    begin = end + 1;
  }
  return out + '\n';
}

void TextTable::add_row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    std::size_t widest = display_width(columns_[column].title);
    for (const auto& row : rows_) widest = std::max(widest, display_width(row[column]));
    widths.push_back(widest);
  }
  std::size_t before_last = 0;
  for (std::size_t column = 0; column + 1 < widths.size(); ++column)
    before_last += widths[column] + kGap.size();
  constexpr std::size_t kLeast = 8;
  widths.back() =
      std::min(widths.back(), std::max(kLeast, width > before_last ? width - before_last : 0));

  std::string out;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      if (column > 0) line += kGap;
      line +=
          aligned(clip(cell_of(column), widths[column]), widths[column], columns_[column].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  add_line([&](std::size_t column) { return columns_[column].title; });
  for (const auto& row : rows_) add_line([&](std::size_t column) { return row[column]; });
  return out;
}

}  // namespace seedc
