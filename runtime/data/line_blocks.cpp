// Reading of files in blocks that end with a line.
#include "runtime/data/line_blocks.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "runtime/data/json.h"

namespace seedc {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Error cannot_read(const std::string& path) {
  return {ErrorKind::Data, fmt::format("cannot read `{}`: {}", path, std::strerror(errno)), {}};
}

/// Bytes of a file, as many as there is room for.
class Buffer {
 public:
  explicit Buffer(std::string_view head)
      : capacity_(std::max(kBlockBytes, head.size() * 2)),
        bytes_(allocate(capacity_)),
        size_(head.size()) {
    head.copy(bytes_.get(), head.size());
  }

  /// Whether the file went on to the end of the buffer.
  bool fill(std::FILE* file) {
    size_ += std::fread(bytes_.get() + size_, 1, capacity_ - size_, file);
    return size_ == capacity_;
  }

  void enlarge() {
    auto larger = allocate(capacity_ * 2);
    std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ *= 2;
  }

  std::string_view text() const { return {bytes_.get(), size_}; }
  std::unique_ptr<char[]> release() { return std::move(bytes_); }

 private:
  static std::unique_ptr<char[]> allocate(std::size_t size) {
    return std::make_unique_for_overwrite<char[]>(size + kJsonPadding);
  }

  std::size_t capacity_;
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

/// The size of the text up to its last line end.
std::size_t whole_lines(std::string_view text) { return text.rfind('\n') + 1; }

}  // namespace

Result<LineBlockReader> LineBlockReader::open(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return tl::unexpected(cannot_read(path));
  std::setvbuf(file, nullptr, _IONBF, 0);
  return LineBlockReader(path, file);
}

LineBlockReader LineBlockReader::of_text(std::string name, std::string_view text, bool is_head) {
  // Opened for reading, the text is not written to.
  std::FILE* file = ::fmemopen(const_cast<char*>(text.data()), text.size(), "rb");
  if (file == nullptr) throw std::bad_alloc();
  LineBlockReader reader(std::move(name), file);
  reader.at_start_ = is_head;
  return reader;
}

std::optional<LineBlock> LineBlockReader::read(Extent extent) {
  if (error_) return std::nullopt;
  Buffer buffer(begun_line_);
  begun_line_.clear();
  std::size_t size = 0;
  while (buffer.fill(file_.get())) {
    if (extent == Extent::SomeLines) size = whole_lines(buffer.text());
    if (size > 0) break;
    buffer.enlarge();
  }
  if (std::ferror(file_.get()) != 0) {
    error_ = cannot_read(path_);
    return std::nullopt;
  }
  std::string_view text = buffer.text();
  if (text.empty()) return std::nullopt;
  if (size > 0) {
    begun_line_ = text.substr(size);
    text = text.substr(0, size);
  }
  text = without_byte_order_mark(text);
  return LineBlock{buffer.release(), text};
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

Result<LineBlock> read_whole_file(const std::string& path) {
  auto reader = LineBlockReader::open(path);
  if (!reader) return tl::unexpected(reader.error());
  std::optional<LineBlock> block = reader->rest();
  if (reader->error()) return tl::unexpected(*reader->error());
  return block ? *std::move(block) : LineBlock{};
}

}  // namespace seedc
