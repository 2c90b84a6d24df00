// Chooses among XXH3's implementations. xxHash's own choice is in its shared library alone, which
// every start would wait for.
#include "runtime/base/checksum.h"

#include <xxhash.h>

#include "runtime/base/checksum_avx2.h"

namespace seedc::base {
namespace {

struct Implementation {
  std::uint64_t (*checksum)(const char* bytes, std::size_t size);
  void (*wide)(const char* bytes, std::size_t size, std::uint64_t& low, std::uint64_t& high);
};

std::uint64_t checksum_by_any(const char* bytes, std::size_t size) {
  return XXH3_64bits(bytes, size);
}

void wide_checksum_by_any(const char* bytes, std::size_t size, std::uint64_t& low,
                          std::uint64_t& high) {
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  low = hash.low64;
  high = hash.high64;
}

const Implementation& fastest() {
  static const Implementation implementation = [] {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
      return Implementation{checksum_by_avx2, wide_checksum_by_avx2};
#endif
    return Implementation{checksum_by_any, wide_checksum_by_any};
  }();
  return implementation;
}

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) {
  return fastest().checksum(bytes.data(), bytes.size());
}

WideChecksum wide_checksum_of(std::string_view bytes) {
  WideChecksum sum;
  fastest().wide(bytes.data(), bytes.size(), sum.low, sum.high);
  return sum;
}

}  // namespace seedc::base
