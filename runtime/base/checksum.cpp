// Chooses among XXH3's implementations. xxHash's own choice is in its shared library alone, which
// every start would wait for.
#include "runtime/base/checksum.h"

#include <xxhash.h>

#include "runtime/base/checksum_avx2.h"

namespace seedc::base {
namespace {

using Implementation = std::uint64_t (*)(const char* bytes, std::size_t size);

std::uint64_t checksum_by_any(const char* bytes, std::size_t size) {
  return XXH3_64bits(bytes, size);
}

Implementation fastest() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) return checksum_by_avx2;
#endif
  return checksum_by_any;
}

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) {
  static const Implementation implementation = fastest();
  return implementation(bytes.data(), bytes.size());
}

}  // namespace seedc::base
