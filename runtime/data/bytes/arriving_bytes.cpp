// Decompresses what arrives.
#include "runtime/data/bytes/arriving_bytes.h"

namespace seedc::data {

void ArrivingBytes::give(std::string_view bytes) {
  given_.erase(0, taken_);
  taken_ = 0;
  given_ += bytes;
}

base::Result<bool> ArrivingBytes::knows_compression() {
  if (compression_) return true;
  if (given_.empty() || (!is_at_end_ && may_become_compressed(given_))) return false;
  const auto compression = compression_of(given_, name_);
  if (!compression) return tl::unexpected(compression.error());
  compression_ = *compression;
  if (*compression_ != Compression::None)
    decompressor_ =
        std::make_unique<Decompressor>(*compression_, Decompressor::Input{.name = name_}, call_);
  return true;
}

base::Result<std::size_t> ArrivingBytes::take(std::span<char> to) {
  const auto is_known = knows_compression();
  if (!is_known) return tl::unexpected(is_known.error());
  if (!*is_known) return 0;
  std::string_view rest = std::string_view(given_).substr(taken_);
  if (!decompressor_) {
    const std::size_t size = rest.copy(to.data(), to.size());
    taken_ += size;
    return size;
  }
  auto made = decompressor_->next(rest, to);
  taken_ = given_.size() - rest.size();
  if (!made || *made > 0 || !is_at_end_) return made;
  if (auto finished = decompressor_->finish(); !finished) return tl::unexpected(finished.error());
  return 0;
}

}  // namespace seedc::data
