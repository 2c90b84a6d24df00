// Tables for people: columns as wide as their cells, the last one cut off where the table would be
// too wide.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace seedc {

/// How many columns a terminal gives UTF-8 text: combining marks take none, wide East Asian
/// characters and emoji two.
std::size_t display_width(std::string_view text);

/// `text` with what would steer a terminal (control characters) and broken UTF-8 replaced by
/// U+FFFD.
std::string printable(std::string_view text);

/// The first part of printable `text` that takes at most `width` columns, with `…` at its end if
/// something was cut off.
std::string clip(std::string_view text, std::size_t width);

/// `text` with blanks behind it up to `width` columns.
std::string padded(const std::string& text, std::size_t width);

/// Printable `text`, broken at blanks into lines of at most `width` columns, each with `indent`
/// blanks before it; a word that is wider has a line of its own. Each line has its end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 80);

class TextTable {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void add_row(std::vector<std::string> cells);

  /// The last column is cut off where the table would be wider than `width`.
  std::string text(std::size_t width = 80) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace seedc
