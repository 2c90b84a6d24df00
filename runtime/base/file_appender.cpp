// Writes all bytes, however many the system takes at once.
#include "runtime/base/file_appender.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace seedc::base {
namespace {

bool write_at(int file, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return true;
}

}  // namespace

bool FileAppender::append(std::string_view bytes) {
  if (!write_at(file_, bytes, offset_)) return false;
  offset_ += bytes.size();
  constexpr std::uint64_t kBytesAtOnce = std::uint64_t{8} << 20;
  if (offset_ - sent_ >= kBytesAtOnce) {
    ::sync_file_range(file_, static_cast<off_t>(sent_), static_cast<off_t>(offset_ - sent_),
                      SYNC_FILE_RANGE_WRITE);
    sent_ = offset_;
  }
  return true;
}

bool FileAppender::overwrite_beginning(std::string_view bytes) const {
  return write_at(file_, bytes, 0);
}

}  // namespace seedc::base
