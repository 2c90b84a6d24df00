// The checksum by AVX2, for `checksum.cpp` alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace seedc::base {

/// Only where the processor has AVX2.
std::uint64_t checksum_by_avx2(const char* bytes, std::size_t size);

}  // namespace seedc::base
