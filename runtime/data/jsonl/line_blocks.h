// Files of lines, read in blocks of whole lines, so that memory is bounded and blocks can be parsed
// in parallel.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/data/model/large_memory.h"

namespace seedc {

/// Some whole lines of a file, the last of which may lack its end. In memory a line end and the
/// padding that JSON parsing needs follow.
struct LineBlock {
  LargeMemory bytes;
  std::size_t capacity = 0;  ///< of `bytes`, padding left out
  std::string_view text;     ///< within `bytes`
};

class LineBlockReader {
 public:
  static Result<LineBlockReader> open(const std::string& path);
  /// Reads a text as if it stood in a file of that name. It outlives the reader. `is_head`: nothing
  /// stands before it in the file.
  static LineBlockReader of_text(std::string name, std::string_view text, bool is_head = true);

  /// The next block, or nothing at the end of the file and after an error. A byte order mark at the
  /// head of the file is left out. `spare` is a block that is not needed any more; its memory is
  /// used again.
  std::optional<LineBlock> next(LineBlock spare = {}) {
    return read(Extent::SomeLines, std::move(spare));
  }
  /// All that is left of the file.
  std::optional<LineBlock> rest() { return read(Extent::WholeFile, {}); }
  /// What went wrong while reading.
  const std::optional<Error>& error() const { return error_; }

 private:
  enum class Extent : std::uint8_t { SomeLines, WholeFile };

  LineBlockReader(std::string path, std::FILE* file);
  std::optional<LineBlock> read(Extent extent, LineBlock spare);
  std::string_view without_byte_order_mark(std::string_view text);

  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::size_t block_bytes_;  ///< of the next block, if its lines are no longer
  std::string begun_line_;   ///< what the last block left over
  bool at_start_ = true;
  std::optional<Error> error_;
};

/// Takes the first line off `rest`, without its end.
std::string_view take_line(std::string_view& rest);

/// Whether a line holds nothing but JSON's white space.
bool is_blank(std::string_view line);

/// A whole file, with the padding that JSON parsing needs.
Result<LineBlock> read_whole_file(const std::string& path);

}  // namespace seedc
