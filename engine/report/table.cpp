// Lays out tables by display width.
#include "engine/report/table.h"

#include <algorithm>

namespace seedc::report {
namespace {

constexpr std::string_view kGap = "  ";

std::string aligned(const std::string& cell, std::size_t width, TextTable::Align align) {
  if (align == TextTable::Align::Left) return padded(cell, width);
  const std::size_t used = language::display_width(cell);
  return std::string(width > used ? width - used : 0, ' ') + cell;
}

}  // namespace

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t used = language::display_width(text);
  return text + std::string(width > used ? width - used : 0, ' ');
}

std::string wrapped(std::string_view unclean, std::size_t indent, std::size_t width) {
  const std::string text = language::printable(unclean);
  std::string out;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    const std::size_t word_width = language::display_width(word);
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
  for (std::string& cell : cells) cell = language::printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    std::size_t widest = language::display_width(columns_[column].title);
    for (const auto& row : rows_) widest = std::max(widest, language::display_width(row[column]));
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
      line += aligned(language::clip(cell_of(column), widths[column]), widths[column],
                      columns_[column].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  add_line([&](std::size_t column) { return columns_[column].title; });
  for (const auto& row : rows_) add_line([&](std::size_t column) { return row[column]; });
  return out;
}

}  // namespace seedc::report
