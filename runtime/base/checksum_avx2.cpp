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

}  // namespace seedc::base

#endif
