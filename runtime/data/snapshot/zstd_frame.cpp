// Packs and unpacks bytes at once; those of unknown size within the limits of compressed files.
#include "runtime/data/snapshot/zstd_frame.h"

#include <zstd.h>

#include <memory>
#include <new>
#include <vector>

#include "runtime/base/damaged_data.h"
#include "runtime/data/bytes/decompressor.h"

namespace seedc::data {
namespace {

/// Levels above take twice as long for a tenth less.
constexpr int kLevel = 1;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// One per thread: making one costs more than a frame.
ZSTD_CCtx& packer() {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  return *context;
}
ZSTD_DCtx& unpacker() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  return *context;
}

}  // namespace

std::string zstd_frame(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compressCCtx(&packer(), frame.data(), frame.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // it has no other reason to fail
  frame.resize(size);
  return frame;
}

void unpack_frame(std::string_view frame, std::span<char> to) {
  const std::size_t size =
      ZSTD_decompressDCtx(&unpacker(), to.data(), to.size(), frame.data(), frame.size());
  if (size != to.size()) throw base::DamagedData();
}

std::string unpacked_frame(std::string_view frame, const base::Call& call) {
  constexpr std::size_t kBytesPerStep = std::size_t{128} << 10;
  Decompressor unpack(Compression::Zstd, {.name = "a snapshot"}, call);
  std::vector<char> step(kBytesPerStep);
  std::string bytes;
  while (true) {
    call.check();
    const auto size = unpack.next(frame, step);
    if (!size) throw base::DamagedData();
    if (*size == 0) break;
    bytes.append(step.data(), *size);
  }
  if (!unpack.finish()) throw base::DamagedData();
  return bytes;
}

}  // namespace seedc::data
