// Decompresses gzip and zstd step by step, within limits: any number of members or frames, one
// after another.
//
//   Decompressor unpack(Compression::Gzip, {.name = path}, call);
//   while (…)                                              // `input`: what comes next
//     while (auto size = unpack.next(input, buffer); size && *size > 0) use(buffer, *size);
//   auto whole = unpack.finish();
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/limits.h"
#include "runtime/base/memory.h"
#include "runtime/base/result.h"

namespace seedc::data {

enum class Compression : std::uint8_t { None, Gzip, Zstd };

/// `compression_of` needs at most that many of the first bytes.
constexpr std::size_t kMagicBytes = 6;

/// How data that begins so is compressed. Fails (Data) if in a way that is not read here; `name` is
/// that of the file in messages.
base::Result<Compression> compression_of(std::string_view head, const std::string& name);

/// Whether more bytes may make this the beginning of compressed data.
bool may_become_compressed(std::string_view head);

/// The name of a file without `.gz` or `.zst`.
std::string_view without_suffix_of_compression(std::string_view name);

/// The error for compressed data that ends before byte `end` is all.
base::Error cut_off(const std::string& name, std::uint64_t end);

struct UnpackLimits {
  std::uint64_t bytes = base::limits::kUnpackedBytes;
  std::uint64_t ratio = base::limits::kUnpackedRatio;
};

/// The error for a file that holds more than `limits.bytes`.
base::Error unpacks_to_too_much(const std::string& name, const UnpackLimits& limits);

/// Used by one thread at a time.
class Decompressor {
 public:
  struct Input {
    std::string name;          ///< of the file, in messages
    std::uint64_t offset = 0;  ///< of the first byte, in the file
    UnpackLimits limits = {};
  };
  /// zstd's window is charged to the call. `compression` is not None.
  Decompressor(Compression compression, Input input, const base::Call& call);
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  ~Decompressor();

  /// Removes bytes from the front of `input` and returns how many it has written to `output`; 0 if
  /// it needs more input. Fails (Data) if they are damaged, (Limit) if they are a bomb; is not
  /// called again then.
  base::Result<std::size_t> next(std::string_view& input, std::span<char> output);
  /// To be called when there is no more input. Fails (Data) if it was cut off.
  base::Result<void> finish() const;

  /// How many bytes of input it has taken.
  std::uint64_t taken() const { return taken_; }

 private:
  class Format;
  class Gzip;
  class Zstd;
  base::Result<void> check_limits() const;

  Input input_;
  std::unique_ptr<Format> format_;
  std::uint64_t taken_ = 0;
  std::uint64_t made_ = 0;
};

}  // namespace seedc::data
