// Opens a file that has no name, or loses it at once where file systems know only files with names.
#include "runtime/base/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace seedc::base {
namespace {

int open_beside(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = path + ".XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

Result<ScratchFile> ScratchFile::beside(const std::string& path) {
  ScratchFile scratch(path, open_beside(path));
  if (scratch.file_ < 0) return tl::unexpected(scratch.unusable());
  return scratch;
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      size_(std::exchange(other.size_, 0)) {}

ScratchFile::~ScratchFile() {
  if (file_ >= 0) ::close(file_);
}

Error ScratchFile::unusable() const {
  return error<ErrorCode::UnwritableFile>(path_, std::strerror(errno));
}

Result<std::uint64_t> ScratchFile::append(std::string_view bytes) {
  const std::uint64_t begin = size_;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(unusable());
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
  return begin;
}

void ScratchFile::release(std::uint64_t offset, std::uint64_t bytes) const {
  ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
              static_cast<off_t>(bytes));
}

Result<void> ScratchFile::read(std::uint64_t offset, std::span<char> to) const {
  while (!to.empty()) {
    const ssize_t size = ::pread(file_, to.data(), to.size(), static_cast<off_t>(offset));
    if (size < 0 && errno == EINTR) continue;
    if (size == 0) errno = EIO;  // cut off
    if (size <= 0) return tl::unexpected(unusable());
    to = to.subspan(static_cast<std::size_t>(size));
    offset += static_cast<std::uint64_t>(size);
  }
  return {};
}

}  // namespace seedc::base
