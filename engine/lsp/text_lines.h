// A text with its lines, and the positions in it as the protocol counts them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::lsp {

/// The code units in which a client counts columns.
enum class Encoding : std::uint8_t { Utf8, Utf16, Utf32 };

/// Both count from 0.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

/// Ends are exclusive.
struct Range {
  Position begin, end;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Immutable. Lines end with a line feed, a carriage return, or both.
class TextLines {
 public:
  explicit TextLines(std::string text);

  const std::string& text() const { return text_; }
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  /// A line without its end; empty beyond the last.
  std::string_view line(std::uint32_t number) const;
  std::size_t line_start(std::uint32_t number) const { return starts_[number]; }

  /// The byte at a position. Beyond the end of its line it is that end; beyond the last line the
  /// end of the text; inside of a code point its beginning.
  std::size_t offset_of(Position position, Encoding encoding) const;
  /// The position of a byte; beyond the end of the text that end.
  Position position_of(std::size_t offset, Encoding encoding) const;
  Range range_of(std::size_t begin, std::size_t end, Encoding encoding) const {
    return {position_of(begin, encoding), position_of(end, encoding)};
  }
  /// The number of the line that contains a byte.
  std::uint32_t line_of(std::size_t offset) const;

 private:
  /// A byte within a long line, and how many code units of each encoding precede it there: no
  /// answer counts a whole line.
  struct Mark {
    std::size_t offset = 0;
    std::uint32_t units[3] = {};
  };
  void mark_line(std::size_t begin, std::size_t end);
  /// The last mark of the line at which `is_before` holds, or the line's beginning.
  template <class IsBefore>
  Mark last_mark(std::uint32_t line, const IsBefore& is_before) const;

  std::string text_;
  std::vector<std::size_t> starts_;  ///< of each line; the first is 0
  std::vector<Mark> marks_;          ///< by offset
};

}  // namespace seedc::lsp
