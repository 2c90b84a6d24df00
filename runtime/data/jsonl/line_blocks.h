// Files of lines, read in blocks of complete lines, so that memory is bounded and blocks can be
// parsed in parallel.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/bytes/byte_source.h"
#include "runtime/data/model/large_memory.h"

namespace seedc::data {

/// Complete lines of a file; the last one may lack its line end. In memory they are followed by a
/// line end and the padding that JSON parsing needs.
struct LineBlock {
  LargeMemory bytes;
  std::size_t capacity = 0;  ///< of `bytes`, without the padding
  std::string_view text;     ///< within `bytes`
  /// How many bytes of the file, as it is stored, were read for it: fewer if it is compressed.
  std::uint64_t stored_bytes = 0;
};

/// What was read of a file before, by others: whole lines.
struct ReadBefore {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  bool is_all = false;  ///< of the file as it is now
};

class LineBlockReader {
 public:
  /// Its blocks are charged to the call. A compressed file is decompressed, by that many threads
  /// (open_bytes).
  static base::Result<LineBlockReader> open(const std::string& path, const base::Call& call = {},
                                            unsigned threads = 1);
  /// Reads on, in a file that is not compressed unless all was read before.
  static base::Result<LineBlockReader> open_after(const std::string& path, const ReadBefore& before,
                                                  const base::Call& call);
  /// Reads a text as if it were in a file of that name. The text must outlive the reader.
  /// `is_head`: it is the beginning of the file.
  static LineBlockReader of_text(std::string name, std::string_view text, bool is_head = true,
                                 const base::Call& call = {});

  /// The next block, or std::nullopt at the end of the file and after an error. A byte order mark
  /// at the start of the file is skipped. `spare` is a block that is no longer needed; its memory
  /// is reused. A JSON array is an error: its objects are not lines.
  std::optional<LineBlock> next(LineBlock spare = {}) {
    return read(Extent::SomeLines, std::move(spare));
  }
  /// All other lines, in one block; an array is an error, too.
  std::optional<LineBlock> rest() { return read(Extent::AllLines, {}); }
  /// The rest of a file that is no lines, but one document.
  std::optional<LineBlock> document() { return read(Extent::Document, {}); }
  /// How many lines of the file are before the first block.
  std::uint64_t lines_before() const { return lines_before_; }
  /// The error that occurred while reading.
  const std::optional<base::Error>& error() const { return error_; }

 private:
  enum class Extent : std::uint8_t { SomeLines, AllLines, Document };

  LineBlockReader(std::string path, std::unique_ptr<ByteSource> bytes, base::Call call);
  std::optional<LineBlock> read(Extent extent, LineBlock spare);
  std::optional<LineBlock> fail(base::Error error);
  /// Looks at the first text of the file.
  std::optional<base::Error> array_at_start(std::string_view text);
  std::string_view without_byte_order_mark(std::string_view text);

  std::string path_;
  base::Call call_;
  std::unique_ptr<ByteSource> bytes_;
  std::uint64_t stored_bytes_ = 0;  ///< for the blocks so far
  bool is_at_end_ = false;          ///< of the bytes
  std::size_t block_bytes_;         ///< of the next block, unless it has longer lines
  std::string begun_line_;          ///< the incomplete line at the end of the last block
  bool at_start_ = true;
  bool is_before_text_ = true;     ///< only blank lines so far
  std::uint64_t blank_lines_ = 0;  ///< before the text
  std::uint64_t lines_before_ = 0;
  std::optional<base::Error> error_;
};

/// Removes the first line from `rest` and returns it without its line end.
std::string_view take_line(std::string_view& rest);

/// Whether a line contains only JSON white space.
bool is_blank(std::string_view line);

/// A complete file that is one document, with the padding that JSON parsing needs.
base::Result<LineBlock> read_document(const std::string& path, const base::Call& call);
/// All lines of a file in one block. A JSON array is an error, as for LineBlockReader::next.
base::Result<LineBlock> read_all_lines(const std::string& path, const base::Call& call);

}  // namespace seedc::data
