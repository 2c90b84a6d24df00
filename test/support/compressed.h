// Compresses texts for tests.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace seedc::support {

/// One member of gzip.
inline std::string gzip_of(std::string_view text) {
  z_stream stream = {};
  constexpr int kGzip = 16;
  constexpr int kMemory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

/// The same as a block of bgzip, which says how long it is. The text has less than 64 KiB.
inline std::string bgzip_of(std::string_view text) {
  const std::string member = gzip_of(text);
  constexpr std::size_t kHeader = 10;
  constexpr std::size_t kFlags = 3;
  std::string out = member.substr(0, kHeader);
  out[kFlags] = 4;
  const std::size_t last = member.size() + 8 - 1;
  out += std::string("\6\0BC\2\0", 6);
  out += static_cast<char>(last & 0xFF);
  out += static_cast<char>(last >> 8);
  return out + member.substr(kHeader);
}

/// One frame of zstd, with a window of 2^`window_log` bytes (0: the usual one).
inline std::string zstd_of(std::string_view text, int window_log = 0) {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  if (window_log > 0) ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, window_log);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  ZSTD_outBuffer made{out.data(), out.size(), 0};
  // In two steps, so that the frame does not say how long the text is.
  ZSTD_compressStream2(context.get(), &made, &in, ZSTD_e_continue);
  if (ZSTD_compressStream2(context.get(), &made, &in, ZSTD_e_end) != 0)
    throw std::runtime_error("zstd");
  out.resize(made.pos);
  return out;
}

/// A frame that decoders of zstd skip.
inline std::string skippable_frame(std::string_view content) {
  std::string out = "\x50\x2A\x4D\x18";
  for (unsigned shift = 0; shift < 32; shift += 8)
    out += static_cast<char>(content.size() >> shift & 0xFF);
  return out.append(content);
}

}  // namespace seedc::support
