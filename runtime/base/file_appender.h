// Writing at the end of an open file.
#pragma once

#include <cstdint>
#include <string_view>

namespace seedc::base {

class FileAppender {
 public:
  /// Does not own the file, whose bytes from `offset` on it writes.
  FileAppender(int file, std::uint64_t offset) : file_(file), offset_(offset), sent_(offset) {}

  /// False if a system call failed, by errno. Large files go to the disk as they are written, so
  /// that it works meanwhile, and the system does not make the writer wait for it.
  bool append(std::string_view bytes);
  /// Overwrites the first bytes of the file; false likewise.
  bool overwrite_beginning(std::string_view bytes) const;
  /// The end of what was written.
  std::uint64_t offset() const { return offset_; }

 private:
  int file_;
  std::uint64_t offset_;
  std::uint64_t sent_;  ///< to the disk, up to there
};

}  // namespace seedc::base
