// A file written beside and renamed: its old content stays until the new is whole, and nothing is
// left beside it if the new does not come to be. What a process that was killed could not remove is
// removed by the next that writes the same file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc {

class FileReplacement {
 public:
  /// Follows a link to the file it means. Fails unless there is a regular file or none.
  static Result<FileReplacement> begin(const std::string& path);

  FileReplacement(FileReplacement&& other) noexcept;
  FileReplacement& operator=(FileReplacement&&) = delete;
  /// Removes what was written, unless it was committed.
  ~FileReplacement();

  Result<void> append(std::string_view bytes);
  /// Writes over what begins at `offset`.
  Result<void> overwrite(std::string_view bytes, std::uint64_t offset);
  /// Waits until the disk has what was written, and puts it in place.
  Result<void> commit();
  /// Puts it in place without waiting. If the machine ends before the disk has it, anything may be
  /// there: for files whose readers look whether they are whole.
  Result<void> put_in_place();

  /// For a process that ends without destructors: removes what was not committed. May be called in
  /// a signal handler.
  static void remove_unfinished();

 private:
  FileReplacement(std::string named, std::string path);
  bool open_beside();
  /// What the last system call ran into.
  tl::unexpected<Error> cannot_write() const;

  std::string named_;   ///< as the caller named it
  std::string path_;    ///< what is replaced
  std::string beside_;  ///< empty once committed
  int file_ = -1;       ///< locked as long as somebody writes it
  std::size_t slot_;    ///< where `remove_unfinished` finds it
};

}  // namespace seedc
