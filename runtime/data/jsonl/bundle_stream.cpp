// Lines as they arrive, made into datasets.
#include "runtime/data/jsonl/bundle_stream.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "runtime/base/limits.h"
#include "runtime/data/record_source.h"

namespace seedc::data {
namespace {

/// Reads a file descriptor in a thread, and keeps what has arrived.
class ArrivingLines {
 public:
  explicit ArrivingLines(int file) : file_(file), stop_(eventfd(0, EFD_CLOEXEC)) {
    if (stop_ < 0) {
      fail_with(errno);
      return;
    }
    try {
      reader_ = std::thread([this] { read_on(); });
    } catch (const std::system_error& error) {
      fail_with(error.code().value());
    }
  }
  ArrivingLines(const ArrivingLines&) = delete;
  ArrivingLines& operator=(const ArrivingLines&) = delete;
  ~ArrivingLines() {
    if (reader_.joinable()) stop();
    if (stop_ >= 0) close(stop_);
  }

  /// Waits for a line, and takes all whole ones; at the end what is left, then nothing. Throws what
  /// the reader threw, which is std::bad_alloc if memory ran out.
  base::Result<std::optional<std::string>> take(const base::Call& call) {
    std::unique_lock lock(mutex_);
    wait_for_lines(lock, call);
    if (whole_ == 0 && failure_) std::rethrow_exception(failure_);
    if (whole_ == 0 && error_ != 0)
      return base::fail(base::ErrorKind::Data,
                        fmt::format("cannot read standard input: {}", std::strerror(error_)));
    if (whole_ == 0 && waiting_.size() > base::limits::kLineBytes) {
      return base::fail(base::ErrorKind::Limit,
                        fmt::format("a line on standard input is longer than {} MiB",
                                    base::limits::kLineBytes >> 20),
                        "a bundle has one line per item");
    }
    if (waiting_.empty()) return std::nullopt;
    std::string lines = std::move(waiting_);
    waiting_ = whole_ > 0 ? lines.substr(whole_) : std::string();
    if (whole_ > 0) lines.resize(whole_);
    whole_ = 0;
    lock.unlock();
    changed_.notify_all();
    return lines;
  }

 private:
  void wait_for_lines(std::unique_lock<std::mutex>& lock, const base::Call& call) {
    const auto has_lines = [this] { return whole_ > 0 || is_ended_; };
    if (!call.has_limits()) return changed_.wait(lock, has_lines);
    do call.check();
    while (!changed_.wait_for(lock, base::Call::kLongestWait, has_lines));
  }

  /// Before there is a reader.
  void fail_with(int error) {
    error_ = error;
    is_ended_ = true;
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(stop_, &one, sizeof one);
    changed_.notify_all();
    reader_.join();
  }

  void read_on() {
    try {
      read_all();
    } catch (...) {
      // There is no memory for what arrives. An exception must not leave a thread.
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      is_ended_ = true;
      changed_.notify_all();
    }
  }

  void read_all() {
    std::array<char, std::size_t{256} << 10> buffer;
    while (wait_for_room() && wait_for_bytes()) {
      const ssize_t size = read(file_, buffer.data(), buffer.size());
      if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      const std::lock_guard lock(mutex_);
      if (size <= 0) {
        error_ = size < 0 ? errno : 0;
        is_ended_ = true;
      } else {
        add({buffer.data(), static_cast<std::size_t>(size)});
        is_ended_ = whole_ == 0 && waiting_.size() > base::limits::kLineBytes;
      }
      changed_.notify_all();
      if (is_ended_) return;
    }
  }

  bool wait_for_room() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] {
      return is_stopped_ || whole_ == 0 || waiting_.size() < BundleStream::kMostWaiting;
    });
    return !is_stopped_;
  }

  /// False when it is to stop.
  bool wait_for_bytes() const {
    std::array<pollfd, 2> waited = {{{file_, POLLIN, 0}, {stop_, POLLIN, 0}}};
    while (poll(waited.data(), waited.size(), -1) < 0 && errno == EINTR) {
    }
    return waited[1].revents == 0;
  }

  void add(std::string_view bytes) {
    const std::size_t end = bytes.rfind('\n');
    const std::size_t before = waiting_.size();
    waiting_.append(bytes);
    if (end != std::string_view::npos) whole_ = before + end + 1;
  }

  int file_;
  int stop_;  ///< readable when the reader is to end
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  std::size_t whole_ = 0;  ///< so many bytes of it are whole lines
  bool is_ended_ = false;
  bool is_stopped_ = false;
  int error_ = 0;
  std::exception_ptr failure_;  ///< what the reader threw
  std::thread reader_;
};

}  // namespace

struct BundleStream::State {
  State(int file, std::string stream_name, DataNeeds stream_needs, LoadOptions load_options)
      : name(std::move(stream_name)),
        needs(std::move(stream_needs)),
        options(std::move(load_options)),
        arriving(file) {}

  std::string name;
  DataNeeds needs;
  LoadOptions options;
  EarlierRecords earlier;
  std::uint64_t lines_before = 0;
  ArrivingLines arriving;
};

BundleStream::BundleStream(int file, std::string name, DataNeeds needs, LoadOptions options)
    : state_(std::make_unique<State>(file, std::move(name), std::move(needs), std::move(options))) {
}
BundleStream::~BundleStream() = default;

base::Result<std::optional<Dataset>> BundleStream::next() {
  State& state = *state_;
  auto lines = state.arriving.take(state.options.call);
  if (!lines) return tl::unexpected(lines.error());
  if (!*lines) return std::nullopt;
  const BundlePiece piece{state.name, **lines, state.lines_before};
  state.lines_before +=
      static_cast<std::uint64_t>(std::count((*lines)->begin(), (*lines)->end(), '\n'));
  return load_piece(piece, layout_for(state.needs), state.earlier, state.options)
      .map([&](std::unique_ptr<LoadedRecords> loaded) {
        return std::optional(dataset_of(*loaded, state.needs, state.options.call));
      });
}

}  // namespace seedc::data
