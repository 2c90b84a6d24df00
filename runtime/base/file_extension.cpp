// Extends files in place, one process at a time.
#include "runtime/base/file_extension.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace seedc::base {

Result<std::optional<FileExtension>> FileExtension::begin(const std::string& path) {
  FileExtension extension(path, ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (extension.file_ < 0) return extension.cannot_write();
  if (::flock(extension.file_, LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  struct stat status{};
  if (::fstat(extension.file_, &status) != 0) return extension.cannot_write();
  extension.bytes_before_ = static_cast<std::uint64_t>(status.st_size);
  extension.write_from(extension.bytes_before_);
  return extension;
}

FileExtension::FileExtension(FileExtension&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      bytes_before_(other.bytes_before_),
      appender_(other.appender_),
      is_begun_(other.is_begun_),
      is_committed_(other.is_committed_) {}

FileExtension::~FileExtension() {
  if (file_ < 0) return;
  if (is_begun_ && !is_committed_) cut(bytes_before_);
  ::close(file_);
}

Result<bool> FileExtension::is_in_place() const {
  struct stat ours{}, named{};
  if (::fstat(file_, &ours) != 0 || ::stat(path_.c_str(), &named) != 0) return cannot_write();
  return ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

/// If it fails, bytes are left that the beginning does not count.
void FileExtension::cut(std::uint64_t bytes) const {
  [[maybe_unused]] const int failed = ::ftruncate(file_, static_cast<off_t>(bytes));
}

void FileExtension::write_from(std::uint64_t offset) { appender_ = FileAppender(file_, offset); }

tl::unexpected<Error> FileExtension::cannot_write() const {
  return fail<ErrorCode::UnwritableFile>(path_, std::strerror(errno));
}

Result<void> FileExtension::append(std::string_view bytes) {
  is_begun_ = true;
  if (!appender_.append(bytes)) return cannot_write();
  return {};
}

Result<void> FileExtension::commit(std::string_view beginning) {
  if (::fdatasync(file_) != 0) return cannot_write();
  // From here on readers may find the new beginning, so that what it counts stays, come what may.
  is_committed_ = true;
  if (!appender_.overwrite_beginning(beginning) || ::fdatasync(file_) != 0) return cannot_write();
  if (appender_.offset() < bytes_before_) cut(appender_.offset());
  return {};
}

}  // namespace seedc::base
