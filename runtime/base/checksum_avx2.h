// Checksums by AVX2, for `checksum.cpp` alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace seedc::base {

/// Both only where the processor has AVX2.
std::uint64_t checksum_by_avx2(const char* bytes, std::size_t size);
void wide_checksum_by_avx2(const char* bytes, std::size_t size, std::uint64_t& low,
                           std::uint64_t& high);

}  // namespace seedc::base
