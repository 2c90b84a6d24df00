// Packs texts into frames, and unpacks those that are read.
#include "runtime/data/snapshot/compressed_texts.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <span>

#include "runtime/base/memory.h"
#include "runtime/data/snapshot/zstd_frame.h"

namespace seedc::data {
namespace {

/// Memory that takes no space until it is written.
class SparseMemory {
 public:
  explicit SparseMemory(std::size_t size) : size_(size) {
    if (size == 0) return;
    void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    bytes_ = static_cast<char*>(mapped);
  }
  SparseMemory(const SparseMemory&) = delete;
  SparseMemory& operator=(const SparseMemory&) = delete;
  ~SparseMemory() {
    if (bytes_ != nullptr) ::munmap(bytes_, size_);
  }
  char* bytes() const { return bytes_; }

 private:
  char* bytes_ = nullptr;
  std::size_t size_;
};

std::uint64_t last_of(std::span<const std::uint64_t> ends) {
  return ends.empty() ? 0 : ends.back();
}

class CompressedTexts final : public LazyTexts {
 public:
  /// Of the sections with that number.
  CompressedTexts(const SnapshotFile& file, std::uint32_t number, const base::Call& call)
      : file_(file),
        ends_(SnapshotFile::elements<std::uint64_t>(
            file.bytes(Section::TextFrameEnds, number, call))),
        begins_(file.offsets(Section::TextBegins, last_of(ends_), number)),
        frames_(file, Section::TextFrameBegins, Section::TextFrames, number),
        memory_(last_of(ends_)),
        charge_(call, "texts", 0),
        is_unpacked_(ends_.size()) {
    if (frames_.size() != ends_.size() || !std::ranges::is_sorted(ends_)) throw base::DamagedData();
  }

  std::size_t size() const override { return begins_.size() - 1; }
  std::uint64_t bytes() const override { return last_of(ends_); }

  std::string_view operator[](std::size_t index) const override {
    if (index + 1 >= begins_.size()) throw base::DamagedData();
    file_.verify(begins_.bytes(index, 2));
    const std::uint64_t begin = begins_[index];
    const std::uint64_t end = begins_[index + 1];
    if (begin > end || end > bytes()) throw base::DamagedData();
    if (begin == end) return {};
    const auto frame =
        static_cast<std::size_t>(std::ranges::upper_bound(ends_, begin) - ends_.begin());
    if (end > ends_[frame]) throw base::DamagedData();
    if (!is_unpacked_[frame].load(std::memory_order_acquire)) unpack(frame);
    return {memory_.bytes() + begin, end - begin};
  }

 private:
  void unpack(std::size_t frame) const {
    const std::scoped_lock lock(unpacking_[frame % unpacking_.size()]);
    if (is_unpacked_[frame].load(std::memory_order_relaxed)) return;
    const std::uint64_t begin = frame == 0 ? 0 : ends_[frame - 1];
    const std::uint64_t size = ends_[frame] - begin;
    const std::string_view bytes = frames_[frame];
    {
      const std::scoped_lock charging(charging_);
      charge_.add(size);
    }
    unpack_frame(bytes, {memory_.bytes() + begin, size});
    is_unpacked_[frame].store(true, std::memory_order_release);
  }

  const SnapshotFile& file_;
  std::span<const std::uint64_t> ends_;  ///< of the texts of each frame
  Offsets begins_;                       ///< of texts, among all
  SnapshotTexts frames_;
  SparseMemory memory_;
  mutable std::mutex charging_;
  mutable base::MemoryCharge charge_;
  mutable std::array<std::mutex, 64> unpacking_;  ///< by frame
  mutable std::vector<std::atomic<bool>> is_unpacked_;
};

}  // namespace

std::vector<CompressedFrame> compressed(const std::vector<std::string_view>& texts) {
  std::vector<CompressedFrame> frames;
  std::string of_frame;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    of_frame += texts[i];
    const bool is_last = i + 1 == texts.size();
    if (of_frame.empty() || (of_frame.size() < kFrameBytes && !is_last)) continue;
    frames.push_back({.text_bytes = of_frame.size(), .bytes = zstd_frame(of_frame)});
    of_frame.clear();
  }
  return frames;
}

bool has_compressed_texts(const SnapshotFile& file) {
  return !file.unverified(Section::TextFrameBegins).empty();
}

Texts stored_texts(const SnapshotFile& file, const SegmentedRows& reviews, const base::Call& call) {
  if (!has_compressed_texts(file))
    return texts_of_segments(file, reviews, Section::TextBegins, Section::Texts);
  std::vector<Texts> parts;
  for (std::uint32_t segment = 0; segment < reviews.segments(); ++segment)
    parts.emplace_back(
        std::make_shared<const CompressedTexts>(file, number_in_segment(segment), call));
  return texts_of_segments(reviews, std::move(parts));
}

}  // namespace seedc::data
