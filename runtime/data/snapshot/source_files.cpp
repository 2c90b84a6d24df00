// Looks at files, and computes digests of them.
#include "runtime/data/snapshot/source_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include "runtime/data/bytes/input_file.h"

namespace seedc::data {
namespace {

using std::chrono::nanoseconds;

struct FreeDigest {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

/// XXH3 with 128 bits.
class Digest {
 public:
  Digest() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(state_.get());
  }
  void add(const char* bytes, std::size_t size) { XXH3_128bits_update(state_.get(), bytes, size); }
  std::string text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  std::unique_ptr<XXH3_state_t, FreeDigest> state_;
};

/// Adds the bytes from `begin` on, fewer than `size` at the end of the file.
base::Result<void> add(const InputFile& file, std::uint64_t begin, std::uint64_t size,
                       std::string& buffer, Digest& digest) {
  buffer.resize(size);
  return file.read_at(begin, buffer).map([&](std::size_t read) {
    digest.add(buffer.data(), read);
  });
}

base::Result<struct stat> status_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) return status;
  return base::fail<base::ErrorCode::UnreadableFile>(path, std::strerror(errno));
}

nanoseconds change_of(const struct stat& status) {
  return std::chrono::seconds(status.st_ctim.tv_sec) + nanoseconds(status.st_ctim.tv_nsec);
}

/// How long it takes until a change has another time than the last one: file systems note the time
/// in steps of some milliseconds.
nanoseconds until_next_step(nanoseconds changed) {
  constexpr nanoseconds kStep = std::chrono::milliseconds(20);
  const nanoseconds age = std::chrono::system_clock::now().time_since_epoch() - changed;
  // A time in the future is that of another machine's clock.
  return age >= nanoseconds(0) && age < kStep ? kStep - age : nanoseconds(0);
}

/// What the file is once a later change cannot have the time of its last one.
base::Result<struct stat> settled_status(const std::string& path) {
  return status_of(path).and_then([&](const struct stat& status) -> base::Result<struct stat> {
    const nanoseconds wait = until_next_step(change_of(status));
    if (wait == nanoseconds(0)) return status;
    std::this_thread::sleep_for(wait);
    return status_of(path);
  });
}

/// Blocks at equal distances, the first and the last bytes among them.
base::Result<std::string> samples_of(const InputFile& file, std::uint64_t bytes) {
  constexpr std::uint64_t kSamples = 16;
  constexpr std::uint64_t kSampleBytes = 4096;
  Digest digest;
  std::string buffer;
  const std::uint64_t last = bytes - std::min(bytes, kSampleBytes);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const std::uint64_t begin = last / (kSamples - 1) * i;
    if (auto added = add(file, i + 1 < kSamples ? begin : last, kSampleBytes, buffer, digest);
        !added)
      return tl::unexpected(added.error());
    if (last == 0) break;
  }
  return digest.text();
}

/// std::nullopt: no regular file.
base::Result<std::optional<SourceFile>> look_at(const std::string& path) {
  const auto status = settled_status(path);
  if (!status) return tl::unexpected(status.error());
  // A pipe is not even opened: its writer would lose it.
  if (!S_ISREG(status->st_mode)) return std::nullopt;
  return InputFile::open(path)
      .and_then([&](const InputFile& file) {
        return samples_of(file, static_cast<std::uint64_t>(status->st_size));
      })
      .map([&](std::string samples) -> std::optional<SourceFile> {
        return SourceFile{.path = path,
                          .bytes = static_cast<std::uint64_t>(status->st_size),
                          .inode = status->st_ino,
                          .changed_ns = change_of(*status).count(),
                          .samples = std::move(samples)};
      });
}

/// Reads a file from the beginning to the end.
class ContentsReader {
 public:
  static base::Result<ContentsReader> open(const std::string& path, const base::Call& call) {
    auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    return status_of(path).map([&](const struct stat& status) {
      return ContentsReader(*std::move(file), static_cast<std::uint64_t>(status.st_size), call);
    });
  }

  std::uint64_t size() const { return size_; }

  /// Reads on, up to `end`. `visit` is called with the bytes of each portion.
  template <class Visit>
  base::Result<void> read_to(std::uint64_t end, const Visit& visit) {
    constexpr std::uint64_t kBytesPerCheck = std::uint64_t{1} << 20;
    base::Result<void> read;
    call_.in_steps(end - read_, kBytesPerCheck, [&](std::uint64_t first, std::uint64_t last) {
      if (read) read = add(file_, read_ + first, last - first, buffer_, digest_);
      if (read) visit(buffer_);
    });
    read_ = end;
    return read;
  }
  base::Result<void> read_to(std::uint64_t end) {
    return read_to(end, [](const std::string&) {});
  }

  /// Of what was read.
  std::string digest() const { return digest_.text(); }

 private:
  ContentsReader(InputFile file, std::uint64_t size, const base::Call& call)
      : file_(std::move(file)), size_(size), call_(call) {}

  InputFile file_;
  std::uint64_t size_;
  const base::Call& call_;
  Digest digest_;
  std::string buffer_;
  std::uint64_t read_ = 0;
};

base::Result<std::string> contents_of(const std::string& path, const base::Call& call) {
  auto reader = ContentsReader::open(path, call);
  if (!reader) return tl::unexpected(reader.error());
  return reader->read_to(reader->size()).map([&] { return reader->digest(); });
}

bool is_same(const SourceFile& before, const SourceFile& now, bool by_contents) {
  if (by_contents) return before.contents == now.contents;
  return before.bytes == now.bytes && before.inode == now.inode &&
         before.changed_ns == now.changed_ns && before.samples == now.samples;
}

}  // namespace

base::Result<SourceFiles> look_at(const std::vector<std::string>& paths) {
  SourceFiles files;
  for (const std::string& path : paths) {
    auto file = look_at(path);
    if (!file) return tl::unexpected(file.error());
    if (!*file) return SourceFiles();
    files.push_back(**std::move(file));
  }
  return files;
}

base::Result<void> add_contents(SourceFiles& files, const base::Call& call) {
  for (SourceFile& file : files) {
    auto contents = contents_of(file.path, call);
    if (!contents) return tl::unexpected(contents.error());
    file.contents = *std::move(contents);
  }
  return {};
}

base::Result<GrownContents> grown_contents(const std::string& path, std::uint64_t bytes,
                                           const base::Call& call) {
  auto reader = ContentsReader::open(path, call);
  if (!reader) return tl::unexpected(reader.error());
  GrownContents grown;
  char last = '\n';
  const auto count_lines = [&](const std::string& read) {
    // By memchr, which is several times as fast as comparing byte by byte.
    for (auto at = read.find('\n'); at != read.npos; at = read.find('\n', at + 1)) ++grown.lines;
    if (!read.empty()) last = read.back();
  };
  return reader->read_to(std::min(bytes, reader->size()), count_lines)
      .and_then([&] {
        grown.beginning = reader->digest();
        bool is_first = true;
        return reader->read_to(reader->size(), [&](const std::string& read) {
          if (!std::exchange(is_first, false) || read.empty()) return;
          grown.goes_on_line = last != '\n' && read.front() != '\n' && read.front() != '\r';
        });
      })
      .map([&] {
        grown.contents = reader->digest();
        return grown;
      });
}

std::optional<std::string> first_changed(const SourceFiles& before, const SourceFiles& now,
                                         bool by_contents) {
  const std::size_t both = std::min(before.size(), now.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!is_same(before[i], now[i], by_contents)) return now[i].path;
  }
  if (before.size() == now.size()) return std::nullopt;
  return (before.size() > both ? before : now)[both].path;
}

}  // namespace seedc::data
