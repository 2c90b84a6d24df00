// Opens files, and reads those that are not compressed.
#include "runtime/data/bytes/byte_source.h"

#include <utility>

#include "runtime/data/bytes/input_file.h"
#include "runtime/data/bytes/unpacked_file.h"

namespace seedc::data {
namespace {

class PlainFile final : public ByteSource {
 public:
  explicit PlainFile(InputFile file) : file_(std::move(file)) {}

  base::Result<std::size_t> read(std::span<char> to) override {
    return file_.read(to).map([&](std::size_t size) {
      read_ += size;
      return size;
    });
  }
  std::uint64_t stored_bytes_read() const override { return read_; }

 private:
  InputFile file_;
  std::uint64_t read_ = 0;
};

class Text final : public ByteSource {
 public:
  explicit Text(std::string_view text) : text_(text) {}

  base::Result<std::size_t> read(std::span<char> to) override {
    const std::size_t size = text_.substr(read_).copy(to.data(), to.size());
    read_ += size;
    return size;
  }
  std::uint64_t stored_bytes_read() const override { return read_; }

 private:
  std::string_view text_;
  std::size_t read_ = 0;
};

}  // namespace

base::Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path, unsigned threads,
                                                     const base::Call& call) {
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view head = file->head();
  const auto compression = compression_of(head, path);
  if (!compression) return tl::unexpected(compression.error());
  const bool is_named_so = without_suffix_of_compression(path) != path;
  if (*compression == Compression::None && is_named_so && may_become_compressed(head))
    return tl::unexpected(cut_off(path, head.size()));
  if (*compression == Compression::None) return std::make_unique<PlainFile>(*std::move(file));
  return unpacked_file(*std::move(file), *compression, {}, threads, call);
}

base::Result<std::unique_ptr<ByteSource>> open_bytes_from(const std::string& path,
                                                          std::uint64_t offset) {
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return file->skip_to(offset).map([&]() -> std::unique_ptr<ByteSource> {
    return std::make_unique<PlainFile>(*std::move(file));
  });
}

std::unique_ptr<ByteSource> bytes_of(std::string_view text) { return std::make_unique<Text>(text); }

}  // namespace seedc::data
