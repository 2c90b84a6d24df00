// Source files and locations in them. Every later stage refers to source text by Span; only
// diagnostics turn a span into a line and a column. Not thread-safe while files are added.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::source {

using FileId = std::uint32_t;

/// Bytes [begin, end) of a file. The default span is unknown: `is_known()` is false.
struct Span {
  static constexpr FileId kNowhere = ~FileId{0};
  FileId file = kNowhere;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool is_known() const { return file != kNowhere; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that contains both; they must be in one file.
Span join(Span first, Span last);

/// A location for people: both count from 1, columns in Unicode code points.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  LineColumn position(std::uint32_t offset) const;
  /// The text of a line (from 1), without its line break.
  std::string_view line(std::uint32_t number) const;

 private:
  std::uint32_t code_points_before(std::uint32_t offset) const;

  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
  std::vector<std::uint32_t> block_code_points_;  ///< the count before each block of bytes
};

/// Owns the files of a compilation. References stay valid as long as it lives.
class SourceManager {
 public:
  FileId add(std::string name, std::string text);
  const SourceFile& file(FileId id) const { return files_[id]; }
  std::size_t count() const { return files_.size(); }
  std::string_view text(Span span) const;

 private:
  std::deque<SourceFile> files_;
};

}  // namespace seedc::source
