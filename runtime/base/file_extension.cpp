// Extends files in place, one process at a time.
#include "runtime/base/file_extension.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

namespace seedc::base {

namespace {

bool is_forbidden(int error) { return error == EACCES || error == EPERM || error == EROFS; }

/// Waits for the lock of a file; false if there are none.
bool lock(int file, const Call& call) {
  constexpr auto kWait = std::chrono::milliseconds(10);
  while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    call.check();
    std::this_thread::sleep_for(kWait);
  }
  return true;
}

}  // namespace

Result<std::optional<FileExtension>> FileExtension::begin(const std::string& path,
                                                          const Call& call) {
  FileExtension extension(path, ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (extension.file_ < 0 && is_forbidden(errno)) return std::nullopt;
  if (extension.file_ < 0) return extension.cannot_write();
  if (!lock(extension.file_, call)) return std::nullopt;
  const auto is_in_place = extension.is_in_place();
  if (!is_in_place) return tl::unexpected(is_in_place.error());
  if (!*is_in_place) return begin(path, call);  // it was replaced meanwhile
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
