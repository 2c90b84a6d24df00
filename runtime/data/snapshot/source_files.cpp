// Looks at files, and computes digests of them.
#include "runtime/data/snapshot/source_files.h"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "runtime/base/checksum.h"
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

SourceFile file_of(const std::string& path, const struct stat& status) {
  return {.path = path,
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .inode = status.st_ino,
          .changed_ns = change_of(status).count()};
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
        SourceFile looked_at = file_of(path, *status);
        looked_at.samples = std::move(samples);
        return looked_at;
      });
}

/// Reads the blocks of a file, several threads at a time. All that it returns is in their order.
class BlocksReader {
 public:
  struct Block {
    base::WideChecksum digest;
    std::uint64_t lines = 0;  ///< line ends
    char first = '\n', last = '\n';
  };

  BlocksReader(const InputFile& file, const base::Call& call) : file_(file), call_(call) {}

  /// Those from `begin`, where one begins, to `end`.
  base::Result<std::vector<Block>> read(std::uint64_t begin, std::uint64_t end) {
    std::vector<Block> blocks((end - begin + kBlockBytes - 1) / kBlockBytes);
    oneapi::tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t number) {
      call_.check();
      const std::uint64_t at = begin + number * kBlockBytes;
      read_block(at, std::min(kBlockBytes, end - at), blocks[number]);
    });
    if (error_) return tl::unexpected(*error_);
    return blocks;
  }

  static constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20;

 private:
  void read_block(std::uint64_t begin, std::uint64_t size, Block& block) {
    std::string& buffer = buffers_.local();
    buffer.resize(size);
    const auto read = file_.read_at(begin, buffer);
    if (!read) {
      const std::scoped_lock lock(noting_);
      error_ = read.error();
      return;
    }
    const std::string_view bytes(buffer.data(), *read);
    block.digest = base::wide_checksum_of(bytes);
    // By memchr, which is several times as fast as comparing byte by byte.
    for (auto at = bytes.find('\n'); at != bytes.npos; at = bytes.find('\n', at + 1)) ++block.lines;
    if (bytes.empty()) return;
    block.first = bytes.front();
    block.last = bytes.back();
  }

  const InputFile& file_;
  const base::Call& call_;
  oneapi::tbb::enumerable_thread_specific<std::string> buffers_;
  std::mutex noting_;
  std::optional<base::Error> error_;
};

/// Of all bytes of blocks: the digest of their digests.
std::string contents_of(const std::vector<BlocksReader::Block>& blocks) {
  Digest digest;
  for (const BlocksReader::Block& block : blocks)
    digest.add(reinterpret_cast<const char*>(&block.digest), sizeof block.digest);
  return digest.text();
}

struct OpenedFile {
  InputFile file;
  std::uint64_t bytes;
};

base::Result<OpenedFile> opened(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return status_of(path).map([&](const struct stat& status) {
    return OpenedFile{*std::move(file), static_cast<std::uint64_t>(status.st_size)};
  });
}

base::Result<std::string> contents_of(const std::string& path, const base::Call& call) {
  return opened(path).and_then([&](const OpenedFile& opened) {
    return BlocksReader(opened.file, call).read(0, opened.bytes).map([](const auto& blocks) {
      return contents_of(blocks);
    });
  });
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

SourceFiles glance_at(const std::vector<std::string>& paths) {
  SourceFiles files;
  for (const std::string& path : paths) {
    const auto status = status_of(path);
    if (!status || !S_ISREG(status->st_mode)) return {};
    files.push_back(file_of(path, *status));
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
  const auto file = opened(path);
  if (!file) return tl::unexpected(file.error());
  BlocksReader reader(file->file, call);
  const std::uint64_t before = std::min(bytes, file->bytes);
  auto blocks = reader.read(0, before);
  if (!blocks) return tl::unexpected(blocks.error());
  GrownContents grown{.beginning = contents_of(*blocks)};
  for (const BlocksReader::Block& block : *blocks) grown.lines += block.lines;
  const auto added = reader.read(before, std::min(file->bytes, before + 1));
  if (!added) return tl::unexpected(added.error());
  if (!blocks->empty() && !added->empty()) {
    const char next = added->front().first;
    grown.goes_on_line = blocks->back().last != '\n' && next != '\n' && next != '\r';
  }
  // The block in which the beginning ends is another one now.
  const std::uint64_t complete = before / BlocksReader::kBlockBytes;
  const auto rest = reader.read(complete * BlocksReader::kBlockBytes, file->bytes);
  if (!rest) return tl::unexpected(rest.error());
  blocks->resize(complete);
  blocks->insert(blocks->end(), rest->begin(), rest->end());
  grown.contents = contents_of(*blocks);
  return grown;
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
