// Hashes texts with a per-process seed. Most texts are short: a library call would cost as much as
// the work.
#include "runtime/base/text_hash.h"

#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace seedc::base {
namespace {

std::uint64_t draw_seed() {
  std::random_device random;
  return std::uniform_int_distribution<std::uint64_t>()(random);
}

std::uint64_t seed() {
  static const std::uint64_t drawn = draw_seed();
  return drawn;
}

}  // namespace

std::size_t TextHash::operator()(std::string_view text) const {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed());
}

TextDigest digest_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(text.data(), text.size(), seed());
  return {hash.low64, hash.high64};
}

}  // namespace seedc::base
