// Lays out tables by display width.
#include "engine/report/table.h"

#include <algorithm>

#include "runtime/language/wrapped_text.h"

namespace seedc::report {
namespace {

constexpr std::string_view kGap = "  ";

std::string aligned(const std::string& cell, std::size_t width, TextTable::Align align) {
  if (align == TextTable::Align::Left) return padded(cell, width);
  const std::size_t used = language::display_width(cell);
  return std::string(width > used ? width - used : 0, ' ') + cell;
}

constexpr std::string_view kBold = "\x1b[1m";

std::string coloured(const std::string& text, std::string_view colour) {
  return colour.empty() ? text : std::string(colour) + text + "\x1b[0m";
}

}  // namespace

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t used = language::display_width(text);
  return text + std::string(width > used ? width - used : 0, ' ');
}

std::string wrapped(std::string_view unclean, std::size_t indent, std::size_t width) {
  return std::string(indent, ' ') +
         language::wrap(language::printable(unclean), width, indent, indent) + '\n';
}

void TextTable::add_row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = language::printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(const Layout& layout) const {
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
  widths.back() = std::min(
      widths.back(), std::max(kLeast, layout.width > before_last ? layout.width - before_last : 0));

  std::string out;
  const auto line_of = [&](const auto& cell_of, bool colours) {
    std::string line;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const std::string cell = cell_of(column);
      if (column > 0) line += kGap;
      if (columns_[column].is_wrapped) {
        line += language::wrap(cell, before_last + widths[column], before_last, before_last);
        continue;
      }
      const std::string text =
          aligned(language::clip(cell, widths[column]), widths[column], columns_[column].align);
      const bool has_colour = colours && columns_[column].colour_of != nullptr;
      line += has_colour ? coloured(text, columns_[column].colour_of(cell)) : text;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  const std::string titles =
      line_of([&](std::size_t column) { return columns_[column].title; }, /*colours=*/false);
  out += coloured(titles, layout.colour ? kBold : "") + '\n';
  for (const auto& row : rows_)
    out += line_of([&](std::size_t column) { return row[column]; }, layout.colour) + '\n';
  return out;
}

}  // namespace seedc::report
