// Reads files in blocks that end with a line.
#include "runtime/data/jsonl/line_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/base/byte_order_mark.h"
#include "runtime/base/limits.h"
#include "runtime/data/jsonl/json.h"

namespace seedc::data {
namespace {

/// The first block of a file, large enough for most small files.
constexpr std::size_t kFirstBlockBytes = std::size_t{256} << 10;
/// With the padding, one huge page.
constexpr std::size_t kBlockBytes = (std::size_t{2} << 20) - kJsonPadding;

base::Error line_too_long(const std::string& path) {
  return base::error<base::ErrorCode::LineTooLong>(path, base::limits::kLineBytes >> 20)
      .with_help("a dataset's files have one line per item or review");
}

base::Error is_array(const std::string& path, std::uint64_t line) {
  return base::error<base::ErrorCode::JsonArray>(path, line)
      .with_help("`jq -c '.[]'` writes the objects of an array as lines");
}

/// Reads bytes until the buffer is full.
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

  /// Whether the bytes continued to the end of the buffer.
  base::Result<bool> fill(ByteSource& bytes) {
    return bytes.read({bytes_.get() + size_, capacity_ - size_}).map([&](std::size_t size) {
      size_ += size;
      return size_ == capacity_;
    });
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

LineBlockReader::LineBlockReader(std::string path, std::unique_ptr<ByteSource> bytes,
                                 base::Call call)
    : path_(std::move(path)),
      call_(std::move(call)),
      bytes_(std::move(bytes)),
      block_bytes_(kFirstBlockBytes) {}

base::Result<LineBlockReader> LineBlockReader::open(const std::string& path, const base::Call& call,
                                                    unsigned threads) {
  return open_bytes(path, threads, call).map([&](std::unique_ptr<ByteSource> bytes) {
    return LineBlockReader(path, std::move(bytes), call);
  });
}

base::Result<LineBlockReader> LineBlockReader::open_after(const std::string& path,
                                                          const ReadBefore& before,
                                                          const base::Call& call) {
  if (before.is_all) return of_text(path, "", /*is_head=*/false, call);
  return open_bytes_from(path, before.bytes).map([&](std::unique_ptr<ByteSource> bytes) {
    LineBlockReader reader(path, std::move(bytes), call);
    reader.at_start_ = reader.is_before_text_ = false;
    reader.lines_before_ = before.lines;
    return reader;
  });
}

LineBlockReader LineBlockReader::of_text(std::string name, std::string_view text, bool is_head,
                                         const base::Call& call) {
  LineBlockReader reader(std::move(name), bytes_of(text), call);
  reader.at_start_ = is_head;
  reader.is_before_text_ = is_head;
  reader.block_bytes_ = std::min(kFirstBlockBytes, text.size() + 1);
  return reader;
}

std::optional<LineBlock> LineBlockReader::fail(base::Error error) {
  error_ = std::move(error);
  return std::nullopt;
}

/// Data appended to a file after its end was reached is not read.
std::optional<LineBlock> LineBlockReader::read(Extent extent, LineBlock spare) {
  if (error_ || (begun_line_.empty() && is_at_end_)) return std::nullopt;
  Buffer buffer(begun_line_, block_bytes_, std::move(spare), call_);
  block_bytes_ = kBlockBytes;
  begun_line_.clear();
  std::size_t size = 0;
  while (!is_at_end_ && size == 0) {
    const auto is_full = buffer.fill(*bytes_);
    if (!is_full) return fail(is_full.error());
    is_at_end_ = !*is_full;
    if (is_at_end_) break;
    if (extent == Extent::SomeLines) size = whole_lines(buffer.text());
    if (size > 0) break;
    if (extent == Extent::SomeLines && buffer.text().size() > base::limits::kLineBytes)
      return fail(line_too_long(path_));
    buffer.enlarge(extent == Extent::SomeLines ? base::limits::kLineBytes + 1 : SIZE_MAX);
  }
  if (buffer.text().empty()) return std::nullopt;
  if (size > 0) {
    begun_line_ = buffer.text().substr(size);
  } else {
    size = buffer.text().size();
  }
  LineBlock block = buffer.release(size);
  block.text = without_byte_order_mark(block.text);
  const std::uint64_t stored = bytes_->stored_bytes_read();
  block.stored_bytes = stored - std::exchange(stored_bytes_, stored);
  if (extent != Extent::Document && is_before_text_) {
    if (auto error = array_at_start(block.text)) return fail(*std::move(error));
  }
  return block;
}

std::optional<base::Error> LineBlockReader::array_at_start(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const auto blank = text.substr(0, begin);
  blank_lines_ += static_cast<std::uint64_t>(std::count(blank.begin(), blank.end(), '\n'));
  if (begin == std::string_view::npos) return std::nullopt;
  is_before_text_ = false;
  return text[begin] == '[' ? std::optional(is_array(path_, blank_lines_ + 1)) : std::nullopt;
}

std::string_view LineBlockReader::without_byte_order_mark(std::string_view text) {
  if (at_start_) text = base::without_byte_order_mark(text);
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
  return std::ranges::all_of(
      line, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
}

namespace {

using Block = std::optional<LineBlock>;

base::Result<LineBlock> read_file(const std::string& path, const base::Call& call,
                                  Block (LineBlockReader::*read)()) {
  auto reader = LineBlockReader::open(path, call);
  if (!reader) return tl::unexpected(reader.error());
  Block block = ((*reader).*read)();
  if (reader->error()) return tl::unexpected(*reader->error());
  return block ? *std::move(block) : LineBlock{};
}

}  // namespace

base::Result<LineBlock> read_document(const std::string& path, const base::Call& call) {
  return read_file(path, call, &LineBlockReader::document);
}

base::Result<LineBlock> read_all_lines(const std::string& path, const base::Call& call) {
  return read_file(path, call, &LineBlockReader::rest);
}

}  // namespace seedc::data
