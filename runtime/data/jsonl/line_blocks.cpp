// Reads files in blocks that end with a line.
#include "runtime/data/jsonl/line_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "runtime/base/limits.h"
#include "runtime/data/jsonl/json.h"

namespace seedc::data {
namespace {

/// The first block of a file, large enough for most small files.
constexpr std::size_t kFirstBlockBytes = std::size_t{256} << 10;
/// With the padding, one huge page.
constexpr std::size_t kBlockBytes = (std::size_t{2} << 20) - kJsonPadding;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

base::Error cannot_read(const std::string& path) {
  return {
      base::ErrorKind::Data, fmt::format("cannot read `{}`: {}", path, std::strerror(errno)), {}};
}

base::Error line_too_long(const std::string& path) {
  return {base::ErrorKind::Limit,
          fmt::format("a line of `{}` is longer than {} MiB", path, base::limits::kLineBytes >> 20),
          "a dataset's files have one line per item or review"};
}

/// Reads bytes of a file until the buffer is full.
class Buffer {
 public:
  /// It begins with `head` and has space for `least` bytes, and for at most one more than a line
  /// may have. A spare buffer that a long line has enlarged is not reused: the sizes of the next
  /// blocks must not depend on that.
  Buffer(std::string_view head, std::size_t least, LineBlock spare, const base::Call& call)
      : call_(call),
        capacity_(
            std::min<std::size_t>(std::max(least, head.size() * 2), base::limits::kLineBytes + 1)),
        size_(head.size()) {
    const bool is_usual = capacity_ <= spare.capacity && spare.capacity <= kBlockBytes;
    if (is_usual) capacity_ = spare.capacity;
    bytes_ = is_usual ? std::move(spare.bytes) : allocate(capacity_);
    head.copy(bytes_.get(), head.size());
  }

  /// Whether the file continued to the end of the buffer. Data appended to a file after its end was
  /// reached is not read.
  bool fill(std::FILE* file) {
    while (size_ < capacity_ && std::feof(file) == 0) {
      size_ += std::fread(bytes_.get() + size_, 1, capacity_ - size_, file);
      if (std::ferror(file) == 0) continue;
      if (errno != EINTR) return false;
      std::clearerr(file);
    }
    return size_ == capacity_;
  }

  /// Doubles the capacity, up to `most`.
  void enlarge(std::size_t most) {
    const std::size_t capacity = std::min(capacity_ * 2, most);
    auto larger = allocate(capacity);
    std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  std::string_view text() const { return {bytes_.get(), size_}; }
  /// The first `size` bytes, which end with a line unless they are everything.
  LineBlock release(std::size_t size) {
    if (size == size_) bytes_.get()[size] = '\n';
    const std::string_view text(bytes_.get(), size);
    return {std::move(bytes_), capacity_, text};
  }

 private:
  LargeMemory allocate(std::size_t size) const {
    return allocate_large(size + kJsonPadding, call_.memory(), "a part of a file");
  }

  const base::Call& call_;
  std::size_t capacity_;
  LargeMemory bytes_;
  std::size_t size_;
};

/// The size of the text up to its last line end.
std::size_t whole_lines(std::string_view text) { return text.rfind('\n') + 1; }

}  // namespace

LineBlockReader::LineBlockReader(std::string path, std::FILE* file, base::Call call)
    : path_(std::move(path)),
      call_(std::move(call)),
      file_(file, &std::fclose),
      block_bytes_(kFirstBlockBytes) {}

base::Result<LineBlockReader> LineBlockReader::open(const std::string& path,
                                                    const base::Call& call) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return tl::unexpected(cannot_read(path));
  std::setvbuf(file, nullptr, _IONBF, 0);
  return LineBlockReader(path, file, call);
}

LineBlockReader LineBlockReader::of_text(std::string name, std::string_view text, bool is_head,
                                         const base::Call& call) {
  // Opened for reading, so the text is not modified.
  std::FILE* file = ::fmemopen(const_cast<char*>(text.data()), text.size(), "rb");
  if (file == nullptr) throw std::bad_alloc();
  LineBlockReader reader(std::move(name), file, call);
  reader.at_start_ = is_head;
  reader.block_bytes_ = std::min(kFirstBlockBytes, text.size() + 1);
  return reader;
}

std::optional<LineBlock> LineBlockReader::read(Extent extent, LineBlock spare) {
  const bool is_at_end = begun_line_.empty() && std::feof(file_.get()) != 0;
  if (error_ || is_at_end) return std::nullopt;
  Buffer buffer(begun_line_, block_bytes_, std::move(spare), call_);
  block_bytes_ = kBlockBytes;
  begun_line_.clear();
  std::size_t size = 0;
  while (buffer.fill(file_.get())) {
    if (extent == Extent::SomeLines) size = whole_lines(buffer.text());
    if (size > 0) break;
    if (extent == Extent::SomeLines && buffer.text().size() > base::limits::kLineBytes) {
      error_ = line_too_long(path_);
      return std::nullopt;
    }
    buffer.enlarge(extent == Extent::SomeLines ? base::limits::kLineBytes + 1 : SIZE_MAX);
  }
  if (std::ferror(file_.get()) != 0) {
    error_ = cannot_read(path_);
    return std::nullopt;
  }
  if (buffer.text().empty()) return std::nullopt;
  if (size > 0) {
    begun_line_ = buffer.text().substr(size);
  } else {
    size = buffer.text().size();
  }
  LineBlock block = buffer.release(size);
  block.text = without_byte_order_mark(block.text);
  return block;
}

std::string_view LineBlockReader::without_byte_order_mark(std::string_view text) {
  if (at_start_ && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  at_start_ = false;
  return text;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

base::Result<LineBlock> read_whole_file(const std::string& path, const base::Call& call) {
  auto reader = LineBlockReader::open(path, call);
  if (!reader) return tl::unexpected(reader.error());
  std::optional<LineBlock> block = reader->rest();
  if (reader->error()) return tl::unexpected(*reader->error());
  return block ? *std::move(block) : LineBlock{};
}

}  // namespace seedc::data
