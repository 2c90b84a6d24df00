// Tables for people: columns as wide as their cells, the last one cut off or wrapped where the
// table would be too wide; with colours, titles are bold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/layout.h"
#include "runtime/language/display_text.h"

namespace seedc::report {

/// `text` with blanks behind it up to `width` columns.
std::string padded(const std::string& text, std::size_t width);

/// Printable `text`, broken at blanks into lines of at most `width` columns, each with `indent`
/// blanks before it; a word that is wider has a line of its own. Each line has its end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = kDefaultWidth);

class TextTable {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
    /// The control sequence that colours a cell, or an empty text; may be a null pointer.
    std::string_view (*colour_of)(std::string_view cell) = nullptr;
    /// Of the last column: its cells go on in lines of their own instead of being cut off.
    bool is_wrapped = false;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void add_row(std::vector<std::string> cells);

  /// The last column is cut off, or wrapped, where the table would be wider than the layout.
  std::string text(const Layout& layout = {}) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace seedc::report
