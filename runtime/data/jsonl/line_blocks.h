// Files of lines, read in blocks of complete lines, so that memory is bounded and blocks can be
// parsed in parallel.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/model/large_memory.h"

namespace seedc::data {

/// Complete lines of a file; the last one may lack its line end. In memory they are followed by a
/// line end and the padding that JSON parsing needs.
struct LineBlock {
  LargeMemory bytes;
  std::size_t capacity = 0;  ///< of `bytes`, without the padding
  std::string_view text;     ///< within `bytes`
};

class LineBlockReader {
 public:
  /// Its blocks are charged to the call.
  static base::Result<LineBlockReader> open(const std::string& path, const base::Call& call = {});
  /// Reads a text as if it were in a file of that name. The text must outlive the reader.
  /// `is_head`: it is the beginning of the file.
  static LineBlockReader of_text(std::string name, std::string_view text, bool is_head = true,
                                 const base::Call& call = {});

  /// The next block, or std::nullopt at the end of the file and after an error. A byte order mark
  /// at the start of the file is skipped. `spare` is a block that is no longer needed; its memory
  /// is reused.
  std::optional<LineBlock> next(LineBlock spare = {}) {
    return read(Extent::SomeLines, std::move(spare));
  }
  /// The rest of the file.
  std::optional<LineBlock> rest() { return read(Extent::WholeFile, {}); }
  /// The error that occurred while reading.
  const std::optional<base::Error>& error() const { return error_; }

 private:
  enum class Extent : std::uint8_t { SomeLines, WholeFile };

  LineBlockReader(std::string path, std::FILE* file, base::Call call);
  std::optional<LineBlock> read(Extent extent, LineBlock spare);
  std::string_view without_byte_order_mark(std::string_view text);

  std::string path_;
  base::Call call_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::size_t block_bytes_;  ///< of the next block, unless it has longer lines
  std::string begun_line_;   ///< the incomplete line at the end of the last block
  bool at_start_ = true;
  std::optional<base::Error> error_;
};

/// Removes the first line from `rest` and returns it without its line end.
std::string_view take_line(std::string_view& rest);

/// Whether a line contains only JSON white space.
bool is_blank(std::string_view line);

/// A complete file, with the padding that JSON parsing needs.
base::Result<LineBlock> read_whole_file(const std::string& path, const base::Call& call);

}  // namespace seedc::data
