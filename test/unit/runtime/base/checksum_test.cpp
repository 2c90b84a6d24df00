// The checksum of any number of bytes is XXH3's own, whatever instructions compute it.
#include "runtime/base/checksum.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <string>

namespace seedc::base {
namespace {

bool is_same(const WideChecksum& sum, const XXH128_hash_t& hash) {
  return sum.low == hash.low64 && sum.high == hash.high64;
}

TEST(Checksum, IsXxh3OfAnyLength) {
  std::string bytes;
  for (std::size_t size = 0; size < 3000; ++size) {
    ASSERT_EQ(checksum_of(bytes), XXH3_64bits(bytes.data(), bytes.size())) << size;
    ASSERT_TRUE(is_same(wide_checksum_of(bytes), XXH3_128bits(bytes.data(), bytes.size()))) << size;
    bytes += static_cast<char>(size * 131 % 251);
  }
}

TEST(Checksum, DependsOnNoAlignment) {
  std::string bytes(5000, 'x');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7919);
  for (std::size_t begin = 0; begin < 65; ++begin) {
    const std::string_view part = std::string_view(bytes).substr(begin, 4096);
    ASSERT_EQ(checksum_of(part), XXH3_64bits(part.data(), part.size())) << begin;
    ASSERT_TRUE(is_same(wide_checksum_of(part), XXH3_128bits(part.data(), part.size()))) << begin;
  }
}

}  // namespace
}  // namespace seedc::base
