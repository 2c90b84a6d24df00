// Compresses with zlib, whose state is kept from before each addition, so that one that does not
// fit can be taken back.
#include "engine/report/page/payload.h"

#include <nettle/base64.h>
#include <zlib.h>

#include <algorithm>
#include <new>

namespace seedc::report {

struct Payload::Stream {
  Stream() {
    constexpr int kGzip = 16 + MAX_WBITS;
    if (deflateInit2(&state, kLevel, Z_DEFLATED, kGzip, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  /// A copy of its state.
  Stream(Stream& other) {
    if (deflateCopy(&state, &other.state) != Z_OK) throw std::bad_alloc();
  }
  Stream& operator=(const Stream&) = delete;
  ~Stream() { deflateEnd(&state); }

  static constexpr int kLevel = 6;
  static constexpr int kMemoryLevel = 8;
  z_stream state{};
};

namespace {

std::uint64_t base64_bytes(std::uint64_t bytes) { return (bytes + 2) / 3 * 4; }

}  // namespace

Payload::Payload(std::uint64_t most_bytes, const base::Call& call)
    : most_bytes_(most_bytes),
      call_(call),
      charge_(call, "the page"),
      stream_(std::make_unique<Stream>()) {}

Payload::~Payload() = default;

void Payload::compress(std::string_view lines, int flush) {
  constexpr std::size_t kBlock = 1 << 16;
  z_stream& state = stream_->state;
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(lines.data()));
  state.avail_in = static_cast<uInt>(lines.size());
  do {
    const std::size_t before = compressed_.size();
    compressed_.resize(before + kBlock);
    state.next_out = reinterpret_cast<Bytef*>(compressed_.data() + before);
    state.avail_out = kBlock;
    deflate(&state, flush);
    compressed_.resize(before + kBlock - state.avail_out);
    charge_.add(kBlock - state.avail_out);
    call_.check();
  } while (state.avail_out == 0);
}

void Payload::add_always(std::string_view lines) {
  constexpr std::size_t kPiece = 1 << 20;
  const std::string escaped = for_script(lines);
  if (is_plain() && raw_bytes_ + escaped.size() <= kMostPlain) {
    charge_.add(escaped.size());
    plain_ += escaped;
  }
  raw_bytes_ += escaped.size();
  for (std::size_t at = 0; at < escaped.size(); at += kPiece) {
    const std::string_view piece = std::string_view(escaped).substr(at, kPiece);
    compress(piece, at + kPiece < escaped.size() ? Z_NO_FLUSH : Z_SYNC_FLUSH);
  }
}

bool Payload::add(std::string_view lines) {
  auto before = std::make_unique<Stream>(*stream_);
  const std::size_t compressed_before = compressed_.size();
  const std::uint64_t raw_before = raw_bytes_;
  add_always(lines);
  if (bytes() <= most_bytes_) return true;
  stream_ = std::move(before);
  compressed_.resize(compressed_before);
  raw_bytes_ = raw_before;
  plain_.resize(std::min<std::uint64_t>(plain_.size(), raw_before));
  return false;
}

std::uint64_t Payload::bytes() const {
  constexpr std::uint64_t kEnd = 32;  // what `finish` adds
  return is_plain() && raw_bytes_ <= most_bytes_ ? raw_bytes_
                                                 : base64_bytes(compressed_.size() + kEnd);
}

Embedded Payload::finish() && {
  if (is_plain() && raw_bytes_ <= most_bytes_) return {false, std::move(plain_)};
  compress({}, Z_FINISH);
  charge_.add(base64_bytes(compressed_.size()));
  return {true, base64(compressed_)};
}

std::string for_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  std::string out(base64_bytes(bytes.size()), '\0');
  base64_encode_raw(out.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return out;
}

}  // namespace seedc::report
