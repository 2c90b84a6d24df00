// The only source that is compiled for processors with AVX2 (CMakeLists.txt). It includes nothing
// whose functions the linker might take for those of other sources.
#if defined(__AVX2__)

#include "runtime/base/checksum_avx2.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace seedc::base {

std::uint64_t checksum_by_avx2(const char* bytes, std::size_t size) {
  return XXH3_64bits(bytes, size);
}

void wide_checksum_by_avx2(const char* bytes, std::size_t size, std::uint64_t& low,
                           std::uint64_t& high) {
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  low = hash.low64;
  high = hash.high64;
}

}  // namespace seedc::base

#endif
