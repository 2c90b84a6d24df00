// Drives zlib and libzstd.
#include "runtime/data/bytes/decompressor.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <optional>

namespace seedc::data {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view format;
  std::optional<Compression> compression;  ///< std::nullopt: not read here
};
constexpr Magic kMagics[] = {
    {"\x1F\x8B"sv, "gzip", Compression::Gzip},
    {"\x28\xB5\x2F\xFD"sv, "zstd", Compression::Zstd},
    {"BZh"sv, "bzip2", std::nullopt},
    {"\xFD"
     "7zXZ\0"sv,
     "xz", std::nullopt},
    {"\x04\x22\x4D\x18"sv, "lz4", std::nullopt},
    {"PK\x03\x04"sv, "zip", std::nullopt},
};

/// The first byte of frames of zstd that decoders skip may be any of 16; pzstd begins with one.
constexpr std::string_view kSkippableTail = "\x2A\x4D\x18"sv;

bool is_skippable_frame(std::string_view head) {
  return !head.empty() && (static_cast<unsigned char>(head[0]) & 0xF0) == 0x50 &&
         kSkippableTail.starts_with(head.substr(1, kSkippableTail.size()));
}

constexpr std::uint64_t kFreeBytes = std::uint64_t{16} << 20;  ///< before the ratio counts

base::Error damaged(const std::string& name, std::uint64_t offset, std::string_view cause) {
  return base::error<base::ErrorCode::DamagedFile>(name, offset, cause)
      .with_help("make or download it again; `gzip -t` and `zstd -t` check such files");
}

}  // namespace

base::Result<Compression> compression_of(std::string_view head, const std::string& name) {
  if (head.size() > kSkippableTail.size() && is_skippable_frame(head)) return Compression::Zstd;
  const auto* const found = std::ranges::find_if(
      kMagics, [&](const Magic& magic) { return head.starts_with(magic.bytes); });
  if (found == std::end(kMagics)) return Compression::None;
  if (found->compression) return *found->compression;
  return base::fail_with_help<base::ErrorCode::UnknownCompression>(
      "compress it with gzip or zstd, or decompress it", name, found->format);
}

bool may_become_compressed(std::string_view head) {
  const bool is_short = head.size() <= kSkippableTail.size();
  return (is_short && is_skippable_frame(head)) ||
         std::ranges::any_of(kMagics, [&](const Magic& magic) {
           return head.size() < magic.bytes.size() && magic.bytes.starts_with(head);
         });
}

std::string_view without_suffix_of_compression(std::string_view name) {
  for (const std::string_view suffix : {".gz"sv, ".zst"sv}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  return name;
}

base::Error cut_off(const std::string& name, std::uint64_t end) {
  return base::error<base::ErrorCode::CutFile>(name, end).with_help(
      "it was cut off: make or download it again");
}

base::Error unpacks_to_too_much(const std::string& name, const UnpackLimits& limits) {
  return base::error<base::ErrorCode::UnpacksToTooMuch>(name, limits.bytes >> 30)
      .with_help("split the file");
}

/// One library's stream.
class Decompressor::Format {
 public:
  Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;
  virtual ~Format() = default;

  struct Step {
    std::size_t taken = 0, made = 0;
    const char* damage = nullptr;  ///< the cause, or nullptr
    bool has_large_window = false;
  };
  virtual Step step(std::string_view input, std::span<char> output) = 0;
  /// Whether a member or frame has begun and not ended.
  bool is_inside() const { return is_inside_; }

 protected:
  bool is_inside_ = false;
};

class Decompressor::Gzip final : public Format {
 public:
  Gzip() {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }

  Step step(std::string_view input, std::span<char> output) override {
    // A member may be followed by zeros, where files are padded.
    const std::size_t zeros = is_inside_ || !has_ended_ ? 0 : zeros_at_front(input);
    if (zeros > 0) return {.taken = zeros};
    if (!is_inside_) inflateReset(&stream_);
    constexpr std::size_t kMost = std::size_t{1} << 30;
    const auto given = static_cast<uInt>(std::min(input.size(), kMost));
    const auto room = static_cast<uInt>(std::min(output.size(), kMost));
    // zlib does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = room;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    Step step{.taken = given - stream_.avail_in, .made = room - stream_.avail_out};
    if (status == Z_DATA_ERROR)
      step.damage = stream_.msg != nullptr ? stream_.msg : "not gzip's data";
    is_inside_ = status != Z_STREAM_END;
    has_ended_ = has_ended_ || !is_inside_;
    return step;
  }

 private:
  static std::size_t zeros_at_front(std::string_view input) {
    const std::size_t end = input.find_first_not_of('\0');
    return end == std::string_view::npos ? input.size() : end;
  }

  z_stream stream_ = {};
  bool has_ended_ = false;  ///< whether some member has
};

class Decompressor::Zstd final : public Format {
 public:
  explicit Zstd(const base::Call& call) : charge_(call, "a compressed file") {
    if (stream_ == nullptr) throw std::bad_alloc();
    constexpr int kWindowLog = std::bit_width(base::limits::kUnpackWindowBytes) - 1;
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kWindowLog);
  }

  Step step(std::string_view input, std::span<char> output) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{output.data(), output.size(), 0};
    const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in);
    Step step{.taken = in.pos, .made = out.pos};
    is_inside_ = left != 0;
    if (ZSTD_isError(left) != 0) {
      const ZSTD_ErrorCode code = ZSTD_getErrorCode(left);
      if (code == ZSTD_error_memory_allocation) throw std::bad_alloc();
      step.has_large_window = code == ZSTD_error_frameParameter_windowTooLarge;
      step.damage = ZSTD_getErrorName(left);
    }
    charge_.set(ZSTD_sizeof_DStream(stream_.get()));
    return step;
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
  base::MemoryCharge charge_;  ///< its window is known once it is taken
};

Decompressor::Decompressor(Compression compression, Input input, const base::Call& call)
    : input_(std::move(input)) {
  if (compression == Compression::Zstd) {
    format_ = std::make_unique<Zstd>(call);
  } else {
    format_ = std::make_unique<Gzip>();
  }
}
Decompressor::~Decompressor() = default;

base::Result<std::size_t> Decompressor::next(std::string_view& input, std::span<char> output) {
  while (format_->is_inside() || !input.empty()) {
    const Format::Step step = format_->step(input, output);
    input.remove_prefix(step.taken);
    taken_ += step.taken;
    made_ += step.made;
    if (step.has_large_window) {
      return base::fail_with_help<base::ErrorCode::WindowTooLarge>(
          "compress it with a smaller window", input_.name, base::limits::kUnpackWindowBytes >> 20);
    }
    if (step.damage != nullptr)
      return tl::unexpected(damaged(input_.name, input_.offset + taken_, step.damage));
    if (auto checked = check_limits(); !checked) return tl::unexpected(checked.error());
    if (step.made > 0) return step.made;
    if (input.empty()) break;
  }
  return 0;
}

base::Result<void> Decompressor::check_limits() const {
  if (made_ > input_.limits.bytes)
    return tl::unexpected(unpacks_to_too_much(input_.name, input_.limits));
  if (made_ <= kFreeBytes || (made_ - kFreeBytes) / input_.limits.ratio <= taken_) return {};
  return base::fail_with_help<base::ErrorCode::RatioTooLarge>(
      "if it is no mistake, decompress the file first", input_.name, input_.limits.ratio,
      input_.offset + taken_);
}

base::Result<void> Decompressor::finish() const {
  if (format_->is_inside()) return tl::unexpected(cut_off(input_.name, input_.offset + taken_));
  return {};
}

}  // namespace seedc::data
