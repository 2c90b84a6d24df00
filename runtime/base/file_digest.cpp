// Reads a file to its end.
#include "runtime/base/file_digest.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/base/sha256.h"

namespace seedc::base {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

Result<FileDigest> digest_of_file(const std::string& path, const Call& call) {
  constexpr std::size_t kBytesPerCheck = std::size_t{1} << 20;
  const Descriptor file(path);
  const auto unreadable = [&] {
    return fail<ErrorCode::UnreadableFile>(path, std::strerror(errno));
  };
  if (file.number() < 0) return unreadable();
  Sha256 hash;
  FileDigest digest;
  std::string buffer(kBytesPerCheck, '\0');
  while (true) {
    call.check();
    const ssize_t size = ::read(file.number(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return unreadable();
    if (size == 0) break;
    hash.add({buffer.data(), static_cast<std::size_t>(size)});
    digest.bytes += static_cast<std::uint64_t>(size);
  }
  digest.sha256 = hex_of(hash.finish());
  return digest;
}

}  // namespace seedc::base
