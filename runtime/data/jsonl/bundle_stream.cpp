// Lines as they arrive, made into datasets.
#include "runtime/data/jsonl/bundle_stream.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/base/limits.h"
#include "runtime/data/bytes/arriving_bytes.h"
#include "runtime/data/record_source.h"

namespace seedc::data {
namespace {

constexpr const char* kPurpose = "lines that arrive";
/// How many bytes are asked for at once.
constexpr std::size_t kMostRead = std::size_t{256} << 10;

base::Error unreadable(const std::string& name, int error) {
  return base::error<base::ErrorCode::UnreadableFile>(name, std::strerror(error));
}

base::Error too_long(const std::string& name) {
  return base::error<base::ErrorCode::LineTooLong>(name, base::limits::kLineBytes >> 20)
      .with_help("a bundle has one line per item");
}

class BundleLines {
 public:
  BundleLines() = default;
  BundleLines(const BundleLines&) = delete;
  BundleLines& operator=(const BundleLines&) = delete;
  virtual ~BundleLines() = default;

  /// Waits for a line, and takes all whole ones; at the end what is left, then std::nullopt.
  virtual base::Result<std::optional<std::string>> take() = 0;
};

/// Reads a file descriptor in a thread, and keeps what has arrived.
class ArrivingLines final : public BundleLines {
 public:
  ArrivingLines(int file, std::string name, base::Call call)
      : file_(file),
        name_(std::move(name)),
        call_(std::move(call)),
        charge_(call_, kPurpose),
        stop_(eventfd(0, EFD_CLOEXEC)) {
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
  ~ArrivingLines() override {
    if (reader_.joinable()) stop();
    if (stop_ >= 0) close(stop_);
  }

  /// Throws what the reader threw, which is std::bad_alloc if memory ran out.
  base::Result<std::optional<std::string>> take() override {
    std::unique_lock lock(mutex_);
    wait_for_lines(lock);
    if (whole_ == 0 && failure_) std::rethrow_exception(failure_);
    if (whole_ == 0 && error_) return tl::unexpected(*error_);
    if (whole_ == 0 && waiting_.size() > base::limits::kLineBytes)
      return tl::unexpected(too_long(name_));
    if (waiting_.empty()) return std::nullopt;
    std::string lines = std::move(waiting_);
    waiting_ = whole_ > 0 ? lines.substr(whole_) : std::string();
    if (whole_ > 0) lines.resize(whole_);
    whole_ = 0;
    charge_.set(waiting_.capacity());
    lock.unlock();
    changed_.notify_all();
    return lines;
  }

 private:
  void wait_for_lines(std::unique_lock<std::mutex>& lock) {
    const auto has_lines = [this] { return whole_ > 0 || is_ended_; };
    if (!call_.has_limits()) return changed_.wait(lock, has_lines);
    do call_.check();
    while (!changed_.wait_for(lock, base::Call::kLongestWait, has_lines));
  }

  /// Before there is a reader.
  void fail_with(int error) {
    error_ = unreadable(name_, error);
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
    ArrivingBytes bytes(name_, call_);
    std::array<char, kMostRead> buffer;
    while (wait_for_room() && wait_for_bytes()) {
      const ssize_t size = read(file_, buffer.data(), buffer.size());
      if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (size < 0) return end_with(unreadable(name_, errno));
      if (size == 0) {
        bytes.end();
      } else {
        bytes.give({buffer.data(), static_cast<std::size_t>(size)});
      }
      if (!keep_all(bytes)) return;
      if (size == 0) return end_with(std::nullopt);
    }
  }

  /// Whether to continue.
  bool keep_all(ArrivingBytes& bytes) {
    std::array<char, kMostRead> buffer;
    while (true) {
      const auto size = bytes.take(buffer);
      if (!size) end_with(size.error());
      if (!size || *size == 0) return size.has_value();
      if (!keep({buffer.data(), *size}) || !wait_for_room()) return false;
    }
  }

  /// Whether to continue.
  bool keep(std::string_view bytes) {
    std::unique_lock lock(mutex_);
    add(bytes);
    is_ended_ = whole_ == 0 && waiting_.size() > base::limits::kLineBytes;
    const bool continues = !is_ended_;
    lock.unlock();  // what is woken would wait for it
    changed_.notify_all();
    return continues;
  }

  void end_with(std::optional<base::Error> error) {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
    is_ended_ = true;
    changed_.notify_all();
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
    charge_.set(base::bytes_to_grow(waiting_, bytes.size()));
    waiting_.append(bytes);
    if (end != std::string_view::npos) whole_ = before + end + 1;
  }

  int file_;
  std::string name_;
  base::Call call_;
  base::MemoryCharge charge_;  ///< of what waits
  int stop_;                   ///< readable when the reader is to end
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  std::size_t whole_ = 0;  ///< so many bytes of it are whole lines
  bool is_ended_ = false;
  bool is_stopped_ = false;
  std::optional<base::Error> error_;
  std::exception_ptr failure_;  ///< what the reader threw
  std::thread reader_;
};

/// Asks a function for more when lines are needed.
class RequestedLines final : public BundleLines {
 public:
  RequestedLines(BundleInput input, base::Call call)
      : input_(std::move(input)),
        call_(std::move(call)),
        charge_(call_, kPurpose),
        bytes_(input_.name, call_) {}

  base::Result<std::optional<std::string>> take() override {
    std::size_t end = std::string::npos;
    while (end == std::string::npos && !is_ended_) {
      if (waiting_.size() > base::limits::kLineBytes) return tl::unexpected(too_long(input_.name));
      const auto begin = read_more();
      if (!begin) return tl::unexpected(begin.error());
      end = std::string_view(waiting_).substr(*begin).rfind('\n');
      if (end != std::string::npos) end += *begin;
    }
    if (waiting_.empty()) return std::nullopt;
    std::string lines = std::move(waiting_);
    waiting_ = end == std::string::npos ? std::string() : lines.substr(end + 1);
    lines.resize(lines.size() - waiting_.size());
    charge_.set(waiting_.capacity());
    return lines;
  }

 private:
  /// Where the new bytes begin.
  base::Result<std::size_t> read_more() {
    call_.check();
    const std::size_t begin = waiting_.size();
    charge_.set(base::bytes_to_grow(waiting_, kMostRead));
    waiting_.resize(begin + kMostRead);
    auto size = bytes_.take(std::span(waiting_).subspan(begin));
    while (size && *size == 0 && !is_input_ended_) {
      if (auto given = give_more(); !given) return tl::unexpected(given.error());
      size = bytes_.take(std::span(waiting_).subspan(begin));
    }
    if (!size) return tl::unexpected(size.error());
    is_ended_ = *size == 0;
    waiting_.resize(begin + *size);
    return begin;
  }

  base::Result<void> give_more() {
    const std::int64_t size = input_.read(buffer_.data(), buffer_.size());
    if (size > static_cast<std::int64_t>(kMostRead)) {
      return base::fail<base::ErrorCode::WrongRead>(input_.name, kMostRead, size);
    }
    if (size < 0) return tl::unexpected(unreadable(input_.name, static_cast<int>(-size)));
    is_input_ended_ = size == 0;
    if (is_input_ended_) {
      bytes_.end();
    } else {
      bytes_.give({buffer_.data(), static_cast<std::size_t>(size)});
    }
    return {};
  }

  BundleInput input_;
  base::Call call_;
  base::MemoryCharge charge_;  ///< of what waits
  ArrivingBytes bytes_;
  std::vector<char> buffer_ = std::vector<char>(kMostRead);
  bool is_input_ended_ = false;
  std::string waiting_;  ///< has no whole line
  bool is_ended_ = false;
};

std::unique_ptr<BundleLines> lines_of(BundleInput input, const base::Call& call) {
  if (input.read) return std::make_unique<RequestedLines>(std::move(input), call);
  return std::make_unique<ArrivingLines>(input.file, std::move(input.name), call);
}

}  // namespace

struct BundleStream::State {
  State(BundleInput input, DataNeeds stream_needs, LoadOptions load_options)
      : name(input.name),
        needs(std::move(stream_needs)),
        call(load_options.call),
        loader(name, layout_for(needs), files_for(needs), std::move(load_options)),
        lines(lines_of(std::move(input), call)) {}

  std::string name;
  DataNeeds needs;
  base::Call call;
  PieceLoader loader;
  std::unique_ptr<BundleLines> lines;
};

BundleStream::BundleStream(BundleInput input, DataNeeds needs, LoadOptions options)
    : state_(std::make_unique<State>(std::move(input), std::move(needs), std::move(options))) {}
BundleStream::~BundleStream() = default;

OpenPieces open_bundle(BundleInput input) {
  return [input = std::move(input)](
             const DataNeeds& needs,
             const LoadOptions& options) -> base::Result<std::unique_ptr<PieceStream>> {
    return std::make_unique<BundleStream>(input, needs, options);
  };
}

base::Error BundleStream::no_items() const {
  return base::error<base::ErrorCode::NoReadableItem>(state_->name)
      .with_help(R"(a bundle has lines {"business": {…}, "reviews": […]})");
}

base::Result<std::optional<Dataset>> BundleStream::next() {
  State& state = *state_;
  auto lines = state.lines->take();
  if (!lines) return tl::unexpected(lines.error());
  if (!*lines) return std::nullopt;
  const base::MemoryCharge charge(state.call, kPurpose, (*lines)->capacity());
  return state.loader.load(**lines).map([&](std::unique_ptr<LoadedRecords> loaded) {
    return std::optional(dataset_of(*loaded, state.needs, state.call));
  });
}

}  // namespace seedc::data
