// Decompresses ahead of a reader.
#include "runtime/data/bytes/unpacked_file.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/base/memory.h"
#include "runtime/base/threads.h"
#include "runtime/data/bytes/frames.h"
#include "runtime/data/model/large_memory.h"

namespace seedc::data {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10;
constexpr std::size_t kInputBytes = std::size_t{128} << 10;
constexpr const char* kPurposeOfChunks = "a compressed file";

/// What a thread has decompressed in one go.
struct Chunk {
  LargeMemory bytes;
  std::size_t size = 0;
  std::uint64_t stored = 0;  ///< how many bytes of the file it was
};

/// A range of the file, and what has been decompressed of it and not been read.
struct Range {
  explicit Range(const FileRange& of_file) : place(of_file) {}

  FileRange place;
  std::deque<Chunk> chunks;
  bool is_done = false;  ///< no more chunks come
  std::optional<base::Error> error;
  std::exception_ptr failure;  ///< what its thread threw
};

class UnpackedFile final : public ByteSource {
 public:
  UnpackedFile(InputFile file, Compression compression, const UnpackLimits& limits,
               unsigned threads, const base::Call& call)
      : file_(std::move(file)), compression_(compression), limits_(limits), call_(call) {
    next_ = file_.has_places() ? next_range(file_, compression_, 0) : FileRange{};
    is_all_claimed_ = !next_;
    const bool is_one = !next_ || next_->end == UINT64_MAX;
    try {
      start_threads(is_one ? 1 : base::arena_threads(threads));
    } catch (...) {
      stop();
      throw;
    }
  }
  ~UnpackedFile() override { stop(); }

  base::Result<std::size_t> read(std::span<char> to) override {
    std::size_t size = 0;
    while (size < to.size()) {
      if (given_ == chunk_.size) {
        const auto has_more = take_chunk();
        if (!has_more) return tl::unexpected(has_more.error());
        if (!*has_more) break;
      }
      const std::size_t more = std::min(chunk_.size - given_, to.size() - size);
      std::copy_n(chunk_.bytes.get() + given_, more, to.data() + size);
      given_ += more;
      size += more;
    }
    return size;
  }

  std::uint64_t stored_bytes_read() const override {
    if (chunk_.size == 0) return stored_before_;
    const double part = static_cast<double>(given_) / static_cast<double>(chunk_.size);
    return stored_before_ + static_cast<std::uint64_t>(part * static_cast<double>(chunk_.stored));
  }

 private:
  static constexpr std::size_t kAheadBytes = std::size_t{64} << 20;
  static constexpr std::size_t kAheadBytesOfBudget = std::size_t{4} << 20;

  /// Where the machine has no thread left, fewer will do, but for the first.
  void start_threads(int wanted) {
    for (int i = 0; i < wanted; ++i) {
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        if (i == 0) throw;
        return;
      }
    }
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  // For the reader.

  /// False at the end of the file.
  base::Result<bool> take_chunk() {
    stored_before_ += std::exchange(chunk_, {}).stored;
    given_ = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      wait_for_news(lock);
      if (ranges_.empty()) return false;
      const Range& range = *ranges_.front();
      if (!range.chunks.empty()) break;
      if (range.failure) std::rethrow_exception(range.failure);
      if (range.error) return tl::unexpected(*range.error);
      ranges_.pop_front();
      changed_.notify_all();
    }
    chunk_ = std::move(ranges_.front()->chunks.front());
    ranges_.front()->chunks.pop_front();
    ahead_ -= chunk_.size;
    lock.unlock();
    changed_.notify_all();
    made_ += chunk_.size;
    if (made_ > limits_.bytes) return tl::unexpected(unpacks_to_too_much(file_.path(), limits_));
    return true;
  }

  void wait_for_news(std::unique_lock<std::mutex>& lock) {
    const auto has_news = [this] {
      if (ranges_.empty()) return is_all_claimed_;
      return ranges_.front()->is_done || !ranges_.front()->chunks.empty();
    };
    if (!call_.has_limits()) return changed_.wait(lock, has_news);
    do call_.check();
    while (!changed_.wait_for(lock, base::Call::kLongestWait, has_news));
  }

  // For the threads.

  void work() {
    while (const std::shared_ptr<Range> range = claim()) {
      std::optional<base::Error> error;
      std::exception_ptr failure;
      try {
        if (auto done = unpack(*range); !done) error = std::move(done.error());
      } catch (...) {  // an exception must not leave a thread
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      range->error = std::move(error);
      range->failure = failure;
      range->is_done = true;
      changed_.notify_all();
    }
  }

  /// The next range, for this thread; a null pointer if there is none.
  std::shared_ptr<Range> claim() {
    const std::lock_guard claiming(claiming_);
    if (!next_) return nullptr;
    auto range = std::make_shared<Range>(*next_);
    const bool is_last = range->place.end == UINT64_MAX;
    next_ = is_last ? std::nullopt : next_range(file_, compression_, range->place.end);
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return nullptr;
    ranges_.push_back(range);
    is_all_claimed_ = !next_;
    return range;
  }

  base::Result<void> unpack(Range& range) {
    Decompressor decompressor(
        compression_, {.name = file_.path(), .offset = range.place.begin, .limits = limits_},
        call_);
    std::vector<char> buffer(kInputBytes);
    Chunk chunk;
    std::uint64_t stored = 0;
    const auto add_chunk = [&] {
      chunk.stored = decompressor.taken() - std::exchange(stored, decompressor.taken());
      add(range, std::exchange(chunk, {}));
    };
    for (std::uint64_t at = range.place.begin; at < range.place.end;) {
      call_.check();
      if (is_stopped()) return {};
      const auto size = read_input(buffer, range.place, at);
      if (!size) return tl::unexpected(size.error());
      if (!*size) continue;
      if (**size == 0) break;
      at += **size;
      for (std::string_view input(buffer.data(), **size);;) {
        if (chunk.bytes == nullptr) chunk.bytes = new_chunk(range);
        if (chunk.bytes == nullptr) return {};
        const auto made = decompressor.next(
            input, std::span(chunk.bytes.get() + chunk.size, kChunkBytes - chunk.size));
        if (made) chunk.size += *made;
        if (!made || chunk.size == kChunkBytes) add_chunk();
        if (!made) return tl::unexpected(made.error());
        if (*made == 0) break;
      }
    }
    add_chunk();
    return decompressor.finish();
  }

  base::Result<std::optional<std::size_t>> read_input(std::span<char> buffer,
                                                      const FileRange& place, std::uint64_t at) {
    if (!file_.has_places()) return file_.read_what_comes(buffer);
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), place.end - at));
    return file_.read_at(at, buffer.first(most)).map([](std::size_t size) {
      return std::optional(size);
    });
  }

  bool is_stopped() {
    const std::lock_guard lock(mutex_);
    return is_stopped_;
  }

  void add(Range& range, Chunk chunk) {
    if (chunk.size == 0) return;
    const std::lock_guard lock(mutex_);
    ahead_ += chunk.size;
    range.chunks.push_back(std::move(chunk));
    changed_.notify_all();
  }

  /// Waits for room. A null pointer if the file is not read any more.
  LargeMemory new_chunk(const Range& range) {
    const std::size_t most = call_.memory() != nullptr ? kAheadBytesOfBudget : kAheadBytes;
    if (!wait_for_room(range, most)) return nullptr;
    try {
      return allocate_large(kChunkBytes, call_.memory(), kPurposeOfChunks);
    } catch (const base::OutOfBudget&) {
      // There may be memory once what is ahead has been read.
      if (!wait_for_room(range, 0)) return nullptr;
      return allocate_large(kChunkBytes, call_.memory(), kPurposeOfChunks);
    }
  }

  /// Until less than `most` is ahead, or the reader waits for this range. False if it is to stop.
  bool wait_for_room(const Range& range, std::size_t most) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      const bool is_awaited =
          !ranges_.empty() && ranges_.front().get() == &range && range.chunks.empty();
      return is_stopped_ || ahead_ < most || is_awaited;
    });
    return !is_stopped_;
  }

  InputFile file_;
  Compression compression_;
  UnpackLimits limits_;
  base::Call call_;

  Chunk chunk_;                      ///< that is being read
  std::size_t given_ = 0;            ///< of it
  std::uint64_t stored_before_ = 0;  ///< of the chunks before it
  std::uint64_t made_ = 0;

  std::vector<std::thread> threads_;
  std::mutex claiming_;  ///< taken before the other
  std::optional<FileRange> next_;

  std::mutex mutex_;  ///< of what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Range>> ranges_;  ///< in order, without those that have been read
  bool is_all_claimed_ = false;
  bool is_stopped_ = false;
  std::size_t ahead_ = 0;  ///< how many bytes have been decompressed and not been read
};

}  // namespace

std::unique_ptr<ByteSource> unpacked_file(InputFile file, Compression compression,
                                          const UnpackLimits& limits, unsigned threads,
                                          const base::Call& call) {
  return std::make_unique<UnpackedFile>(std::move(file), compression, limits, threads, call);
}

}  // namespace seedc::data
