// Reads files by their descriptors.
#include "runtime/data/bytes/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/base/call.h"
#include "runtime/data/bytes/decompressor.h"

namespace seedc::data {
namespace {

/// Calls `read(to)` until `to` is full. std::nullopt after an error; `errno` has it.
template <class Read>
std::optional<std::size_t> filled(std::span<char> to, const Read& read) {
  std::size_t size = 0;
  while (size < to.size()) {
    const ssize_t more = read(to.subspan(size), size);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return std::nullopt;
    if (more == 0) break;
    size += static_cast<std::size_t>(more);
  }
  return size;
}

}  // namespace

InputFile::InputFile(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      has_places_(other.has_places_),
      head_(std::move(other.head_)),
      given_of_head_(other.given_of_head_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

base::Error InputFile::unreadable() const {
  return base::error<base::ErrorCode::UnreadableFile>(path_, std::strerror(errno));
}

base::Result<InputFile> InputFile::open(const std::string& path) {
  InputFile file(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status = {};
  if (file.descriptor_ < 0 || ::fstat(file.descriptor_, &status) != 0)
    return tl::unexpected(file.unreadable());
  file.has_places_ = S_ISREG(status.st_mode);
  std::string head(kMagicBytes, '\0');
  return file.read_on(head).map([&](std::size_t size) {
    head.resize(size);
    file.head_ = std::move(head);
    return std::move(file);
  });
}

std::size_t InputFile::take_head(std::span<char> to) {
  const std::size_t size =
      std::string_view(head_).substr(given_of_head_).copy(to.data(), to.size());
  given_of_head_ += size;
  return size;
}

base::Result<void> InputFile::skip_to(std::uint64_t offset) {
  given_of_head_ = head_.size();
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0)
    return tl::unexpected(unreadable());
  return {};
}

base::Result<std::size_t> InputFile::read(std::span<char> to) {
  const std::size_t size = take_head(to);
  return read_on(to.subspan(size)).map([&](std::size_t more) { return size + more; });
}

base::Result<std::size_t> InputFile::read_on(std::span<char> to) {
  const auto size = filled(to, [&](std::span<char> rest, std::size_t) {
    return ::read(descriptor_, rest.data(), rest.size());
  });
  if (!size) return tl::unexpected(unreadable());
  return *size;
}

base::Result<std::size_t> InputFile::read_at(std::uint64_t offset, std::span<char> to) const {
  const auto size = filled(to, [&](std::span<char> rest, std::size_t before) {
    return ::pread(descriptor_, rest.data(), rest.size(), static_cast<off_t>(offset + before));
  });
  if (!size) return tl::unexpected(unreadable());
  return *size;
}

base::Result<std::optional<std::size_t>> InputFile::read_what_comes(std::span<char> to) {
  if (const std::size_t size = take_head(to); size > 0) return size;
  pollfd waited = {descriptor_, POLLIN, 0};
  if (::poll(&waited, 1, static_cast<int>(base::Call::kLongestWait.count())) == 0)
    return std::nullopt;
  const ssize_t size = ::read(descriptor_, to.data(), to.size());
  if (size >= 0) return static_cast<std::size_t>(size);
  if (errno == EINTR || errno == EAGAIN) return std::nullopt;
  return tl::unexpected(unreadable());
}

}  // namespace seedc::data
