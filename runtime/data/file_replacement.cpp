// Writing beside, renaming, clearing up.
#include "runtime/data/file_replacement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace seedc {
namespace {

Error cannot_write_error(const std::string& path) {
  return {ErrorKind::Data, fmt::format("cannot write `{}`: {}", path, std::strerror(errno)), {}};
}

}  // namespace

Result<FileReplacement> FileReplacement::begin(const std::string& path) {
  std::error_code unknown;
  const auto target = std::filesystem::weakly_canonical(path, unknown);  // a link stays one
  const std::string replaced = target.empty() ? path : target.string();
  struct stat old{};
  const bool is_there = ::stat(replaced.c_str(), &old) == 0;
  if (is_there && !S_ISREG(old.st_mode))
    return fail(ErrorKind::Usage, fmt::format("cannot write `{}`: it is no regular file", path));
  std::string beside = fmt::format("{}.{}.tmp", replaced, ::getpid());
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return tl::unexpected(cannot_write_error(path));
  if (is_there) ::fchmod(file, old.st_mode & 07777);
  return FileReplacement(path, replaced, std::move(beside), file);
}

FileReplacement::FileReplacement(FileReplacement&& other) noexcept
    : named_(std::move(other.named_)),
      path_(std::move(other.path_)),
      beside_(std::exchange(other.beside_, {})),
      file_(std::exchange(other.file_, -1)) {}

FileReplacement::~FileReplacement() {
  if (file_ >= 0) ::close(file_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

tl::unexpected<Error> FileReplacement::cannot_write() const {
  return tl::unexpected(cannot_write_error(named_));
}

Result<void> FileReplacement::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> FileReplacement::overwrite(std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write();
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> FileReplacement::sync() {
  if (::fsync(file_) != 0) return cannot_write();
  return {};
}

Result<void> FileReplacement::commit() {
  if (::close(std::exchange(file_, -1)) != 0) return cannot_write();
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) return cannot_write();
  beside_.clear();
  return {};
}

}  // namespace seedc
