// A file that is extended in place: what its first bytes say stays until the new ones are on the
// disk. Its format must allow bytes that these do not count, which a process that is killed leaves
// behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/file_appender.h"
#include "runtime/base/result.h"

namespace seedc::base {

class FileExtension {
 public:
  /// Opens the file and locks it against others that extend it: waits until none does, and checks
  /// the call meanwhile. std::nullopt if it must not be written, or the file system has no locks.
  static Result<std::optional<FileExtension>> begin(const std::string& path, const Call& call);

  FileExtension(FileExtension&& other) noexcept;
  FileExtension& operator=(FileExtension&&) = delete;
  /// Cuts the file to what it was unless the extension was committed.
  ~FileExtension();

  /// Whether the path still names this file: another process may have replaced it.
  Result<bool> is_in_place() const;
  /// The bytes from there on are written, whatever they are now.
  void write_from(std::uint64_t offset);
  Result<void> append(std::string_view bytes);
  /// Waits until the bytes are on disk, then overwrites the first ones of the file by `beginning`,
  /// waits again, and cuts off what follows.
  Result<void> commit(std::string_view beginning);

 private:
  FileExtension(std::string path, int file)
      : path_(std::move(path)), file_(file), appender_(file, 0) {}
  void cut(std::uint64_t bytes) const;
  /// The error of the last system call.
  tl::unexpected<Error> cannot_write() const;

  std::string path_;
  int file_;  ///< -1: none
  std::uint64_t bytes_before_ = 0;
  FileAppender appender_;
  bool is_begun_ = false;      ///< something was written
  bool is_committed_ = false;  ///< the old beginning may be gone
};

}  // namespace seedc::base
