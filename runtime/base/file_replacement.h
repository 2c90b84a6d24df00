// A file that is written under a temporary name and renamed: the old content stays until the new
// one is complete, and no temporary file is left if it fails. What a killed process could not
// remove is removed by the next process that writes the same file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/base/file_appender.h"
#include "runtime/base/result.h"

namespace seedc::base {

class FileReplacement {
 public:
  /// Follows a symbolic link to its target. Fails if the target exists and is not a regular file.
  static Result<FileReplacement> begin(const std::string& path);

  FileReplacement(FileReplacement&& other) noexcept;
  FileReplacement& operator=(FileReplacement&&) = delete;
  /// Removes the temporary file unless it was committed.
  ~FileReplacement();

  Result<void> append(std::string_view bytes);
  /// Overwrites the first bytes by `beginning`, waits until the data is on disk, and renames the
  /// file into place.
  Result<void> commit(std::string_view beginning = {});
  /// Renames the file into place without waiting. If the machine crashes before the data is on
  /// disk, the file may contain anything: only for files whose readers verify them.
  Result<void> put_in_place();

  /// For a process that ends without running destructors: removes what was not committed.
  /// Async-signal-safe.
  static void remove_unfinished();

 private:
  FileReplacement(std::string named, std::string path);
  bool open_beside();
  /// The error of the last system call.
  tl::unexpected<Error> cannot_write() const;

  std::string named_;   ///< the path as given by the caller
  std::string path_;    ///< the file to be replaced
  std::string beside_;  ///< the temporary file; empty once committed
  int file_ = -1;       ///< locked while it is being written
  FileAppender appender_{-1, 0};
  std::size_t slot_;  ///< the slot in which `remove_unfinished` finds it
};

}  // namespace seedc::base
