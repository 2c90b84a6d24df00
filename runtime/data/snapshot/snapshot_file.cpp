// Maps or copies snapshot files, and verifies them.
#include "runtime/data/snapshot/snapshot_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "runtime/base/checksum.h"
#include "runtime/base/threads.h"

namespace seedc::data {
namespace {

constexpr std::uint64_t kBodyBegin = sizeof(SnapshotHeader);

/// How many parts of that size it takes.
std::uint64_t part_count(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}

/// Whether most bytes equal the magic number's: a damaged snapshot is still recognised as one, and
/// reported by the checksum of its header.
bool resembles_magic(const std::array<char, kSnapshotMagic.size()>& bytes) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) equal += bytes[i] == kSnapshotMagic[i] ? 1 : 0;
  return equal > bytes.size() / 2;
}

auto key_of(const SectionEntry& entry) { return std::pair(entry.section, entry.number); }

/// Reads until `bytes` are full, from where the file is. Whether the file has that many.
bool read_all(int file, std::span<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::read(file, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(size));
  }
  return true;
}

/// Of everything before it.
std::uint64_t checksum_of(const SnapshotHeader& header) {
  const std::string_view bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return base::checksum_of(bytes.substr(0, offsetof(SnapshotHeader, checksum)));
}

/// An open file; closed at the end.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  /// std::nullopt if it cannot be read. A header that is overwritten at this moment may be read in
  /// part: then it is read again.
  std::optional<SnapshotHeader> header() const {
    constexpr int kAttempts = 5;
    if (descriptor_ < 0) return std::nullopt;
    SnapshotHeader header;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      header = {};
      const ssize_t size = ::pread(descriptor_, &header, sizeof header, 0);
      if (size < 0 && errno != EINTR) return std::nullopt;
      if (size >= 0 && checksum_of(header) == header.checksum) break;
    }
    return header;
  }
  /// The size of the file, at least that which a header counts that was read before.
  std::optional<std::uint64_t> size() const {
    struct stat status{};
    if (::fstat(descriptor_, &status) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size);
  }
  /// A null pointer if it cannot be mapped.
  const char* map(std::size_t size) const {
    void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    return mapped == MAP_FAILED ? nullptr : static_cast<const char*>(mapped);
  }
  /// A null pointer if it cannot be read, or is shorter by now.
  LargeMemory copy(std::size_t size, const base::Call& call) const {
    constexpr std::uint64_t kBytesPerCheck = std::uint64_t{4} << 20;
    LargeMemory memory = allocate_large(size, call.memory(), "a snapshot");
    bool is_read = true;
    call.in_steps(size, kBytesPerCheck, [&](std::uint64_t begin, std::uint64_t end) {
      is_read = is_read && read_all(descriptor_, {memory.get() + begin, memory.get() + end});
    });
    return is_read ? std::move(memory) : LargeMemory();
  }

 private:
  int descriptor_;
};

/// To forget a gigabyte of pages that were read takes the kernel 10 ms: threads share that.
void unmap(std::string_view bytes, unsigned threads) {
  constexpr std::size_t kPart = std::size_t{64} << 20;
  char* const begin = const_cast<char*>(bytes.data());
  const std::size_t parts = threads == 1 ? 0 : bytes.size() / kPart;
  const auto forget = [&](std::size_t part) {
    ::madvise(begin + part * kPart, kPart, MADV_DONTNEED);
  };
  const auto forget_all = [&] { oneapi::tbb::parallel_for(std::size_t{0}, parts, forget); };
  try {
    if (parts > 1)
      base::with_threads(threads, [&] { oneapi::tbb::this_task_arena::isolate(forget_all); });
  } catch (...) {  // NOLINT(bugprone-empty-catch): no thread or memory; the rest is unmapped below
  }
  ::munmap(begin, bytes.size());
}

}  // namespace

bool is_snapshot(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct stat status{};
  std::array<char, kSnapshotMagic.size()> magic{};
  const bool is_one = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                      read_all(file, magic) && resembles_magic(magic);
  ::close(file);
  return is_one;
}

base::Result<std::shared_ptr<const SnapshotFile>> SnapshotFile::open(const std::string& path,
                                                                     SnapshotAccess access,
                                                                     const base::Call& call) {
  errno = 0;
  const auto unreadable = [&] {
    return base::fail<base::ErrorCode::UnreadableFile>(
        path, errno != 0 ? std::strerror(errno) : "it was cut while it was read");
  };
  const OpenFile opened(path);
  const auto header = opened.header();
  const auto size = header ? opened.size() : std::nullopt;
  if (!size) return unreadable();
  std::shared_ptr<SnapshotFile> file(new SnapshotFile(path, *header));
  if (auto checked = file->check_header(*size); !checked) return tl::unexpected(checked.error());
  if (access == SnapshotAccess::Copied) file->copy_ = opened.copy(header->file_bytes, call);
  const char* const bytes =
      access == SnapshotAccess::Copied ? file->copy_.get() : opened.map(header->file_bytes);
  if (bytes == nullptr) return unreadable();
  file->bytes_ = {bytes, header->file_bytes};
  return file->check_contents().map(
      [&] { return std::shared_ptr<const SnapshotFile>(std::move(file)); });
}

SnapshotFile::~SnapshotFile() {
  if (!copy_ && !bytes_.empty()) unmap(bytes_, threads_);
}

std::string SnapshotFile::digest() const { return fmt::format("{:016x}", header_.checksum); }

tl::unexpected<base::Error> SnapshotFile::refuse(const std::string& why) const {
  return base::fail(base::error<base::ErrorCode::InvalidSnapshot>(path_, why)
                        .with_help(base::kDamagedDataHelp, base::Setting::SnapshotFile));
}

tl::unexpected<base::Error> SnapshotFile::misfit() const {
  return refuse("is damaged: its parts do not fit together");
}

base::Result<void> SnapshotFile::check_header(std::uint64_t file_bytes) const {
  if (file_bytes < sizeof(SnapshotHeader)) return refuse("is cut short");
  if (header_.version != kSnapshotVersion) {
    return refuse(fmt::format("has format {}, and this seedc reads format {}", header_.version,
                              kSnapshotVersion));
  }
  if (checksum_of(header_) != header_.checksum)
    return refuse("is damaged: the checksum of its header does not match");
  if (header_.file_bytes < sizeof(SnapshotHeader)) return misfit();
  if (file_bytes < header_.file_bytes) {
    return refuse(fmt::format("is cut short: it has {} bytes, and was written with {}", file_bytes,
                              header_.file_bytes));
  }
  return {};
}

std::string_view SnapshotFile::body() const {
  return bytes_.substr(kBodyBegin, header_.contents_offset - kBodyBegin);
}

std::uint64_t SnapshotFile::complete_blocks() const { return body().size() / kChecksumBlockBytes; }

std::span<const std::uint64_t> SnapshotFile::complete_checksums() const {
  for (std::uint64_t group = 0; group < group_checksums_.size(); ++group) verify_group(group);
  return checksums_.first(complete_blocks());
}

std::string_view SnapshotFile::after_complete_blocks() const {
  const std::uint64_t complete = complete_blocks() * kChecksumBlockBytes;
  verify(body().substr(complete));
  return bytes_.substr(kBodyBegin + complete);
}

base::Result<void> SnapshotFile::check_contents() {
  const std::uint64_t offset = header_.contents_offset;
  if (offset < kBodyBegin || offset > bytes_.size() || offset % kSectionAlignment != 0)
    return misfit();
  const std::string_view contents = bytes_.substr(offset);
  const std::uint64_t entry_bytes = header_.section_count * sizeof(SectionEntry);
  const std::uint64_t blocks = part_count(offset - kBodyBegin, kChecksumBlockBytes);
  const std::uint64_t groups = part_count(blocks, kSumsPerGroup);
  const std::uint64_t verified_bytes = entry_bytes + groups * sizeof(std::uint64_t);
  if (contents.size() != verified_bytes + blocks * sizeof(std::uint64_t)) return misfit();
  if (base::checksum_of(contents.substr(0, verified_bytes)) != header_.contents_checksum)
    return refuse("is damaged: the checksum of its table of contents does not match");
  entries_ = elements<SectionEntry>(contents.substr(0, entry_bytes));
  group_checksums_ = elements<std::uint64_t>(contents.substr(entry_bytes)).first(groups);
  checksums_ = elements<std::uint64_t>(contents.substr(verified_bytes));
  is_group_verified_ = std::vector<std::atomic<bool>>(groups);
  is_verified_ = std::vector<std::atomic<bool>>(blocks);
  for (const SectionEntry& entry : entries_) {
    const bool fits = entry.offset >= kBodyBegin && entry.offset <= offset &&
                      entry.bytes <= offset - entry.offset && entry.offset % kSectionAlignment == 0;
    const bool is_in_order = &entry == entries_.data() || key_of((&entry)[-1]) < key_of(entry);
    if (!fits || !is_in_order) return misfit();
  }
  return {};
}

std::string_view SnapshotFile::unverified(Section section, std::uint32_t number) const {
  const auto key = std::pair(section, number);
  const auto entry = std::lower_bound(
      entries_.begin(), entries_.end(), key,
      [](const SectionEntry& at, const auto& wanted) { return key_of(at) < wanted; });
  if (entry == entries_.end() || key_of(*entry) != key) return {};
  return bytes_.substr(entry->offset, entry->bytes);
}

void SnapshotFile::verify(std::string_view bytes, const base::Call& call) const {
  constexpr std::uint32_t kBlocksPerCheck = 256;  // 1 MB, which may have to come from the disk
  if (bytes.empty()) return;
  const std::string_view body = this->body();
  const auto begin = static_cast<std::uint64_t>(bytes.data() - body.data());
  const std::uint64_t last = (begin + bytes.size() - 1) / kChecksumBlockBytes;
  base::StepCounter blocks(call, kBlocksPerCheck);
  for (std::uint64_t block = begin / kChecksumBlockBytes; block <= last; ++block) {
    blocks.step();
    if (is_verified_[block].load(std::memory_order_relaxed)) continue;
    verify_group(block / kSumsPerGroup);
    if (base::checksum_of(body.substr(block * kChecksumBlockBytes, kChecksumBlockBytes)) !=
        checksums_[block])
      throw base::DamagedData(path_);
    is_verified_[block].store(true, std::memory_order_relaxed);
  }
}

void SnapshotFile::verify_group(std::uint64_t group) const {
  if (is_group_verified_[group].load(std::memory_order_relaxed)) return;
  const std::uint64_t first = group * kSumsPerGroup;
  const auto sums = checksums_.subspan(first, std::min(kSumsPerGroup, checksums_.size() - first));
  if (base::checksum_of({reinterpret_cast<const char*>(sums.data()), sums.size_bytes()}) !=
      group_checksums_[group])
    throw base::DamagedData(path_);
  is_group_verified_[group].store(true, std::memory_order_relaxed);
}

void SnapshotFile::verify_all(const base::Call& call) const { verify(body(), call); }

std::string_view SnapshotFile::bytes(Section section, std::uint32_t number,
                                     const base::Call& call) const {
  const std::string_view found = unverified(section, number);
  verify(found, call);
  return found;
}

FlatTexts SnapshotFile::texts(Section begins, Section text_bytes, std::uint32_t number,
                              const base::Call& call) const {
  auto text = array<char>(text_bytes, number, call);
  Offsets places = offsets(begins, text.size(), number);
  verify(places.bytes(), call);
  if (!places.rise_to(text.size())) throw base::DamagedData();
  return {std::move(places), std::move(text)};
}

Offsets SnapshotFile::offsets(Section begins, std::uint64_t text_bytes,
                              std::uint32_t number) const {
  const std::string_view stored = unverified(begins, number);
  const std::size_t width = Offsets::width(text_bytes);
  if (stored.empty() || stored.size() % width != 0) throw base::DamagedData();
  return Offsets::view(stored, width);
}

SnapshotTexts::SnapshotTexts(const SnapshotFile& file, Section begins, Section bytes,
                             std::uint32_t number)
    : file_(&file),
      begins_(file.offsets(begins, file.unverified(bytes, number).size(), number)),
      bytes_(file.unverified(bytes, number)) {}

std::uint64_t SnapshotTexts::begin_of(std::size_t index) const {
  if (index >= begins_.size()) throw base::DamagedData();
  file_->verify(begins_.bytes(index, 1));
  return begins_[index];
}

std::string_view SnapshotTexts::operator[](std::size_t index) const {
  if (index + 1 >= begins_.size()) throw base::DamagedData();
  file_->verify(begins_.bytes(index, 2));
  const std::uint64_t begin = begins_[index];
  const std::uint64_t end = begins_[index + 1];
  if (begin > end || end > bytes_.size()) throw base::DamagedData();
  const std::string_view text = bytes_.substr(begin, end - begin);
  file_->verify(text);
  return text;
}

std::uint64_t SnapshotTexts::byte_count(std::size_t begin, std::size_t end) const {
  const std::uint64_t bytes_before = begin_of(begin);
  const std::uint64_t bytes_until = begin_of(end);
  return bytes_until < bytes_before ? 0 : bytes_until - bytes_before;
}

}  // namespace seedc::data
