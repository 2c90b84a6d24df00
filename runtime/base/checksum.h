// Checksums of many bytes, by the widest instructions that the processor has.
#pragma once

#include <cstdint>
#include <string_view>

namespace seedc::base {

/// XXH3 with 64 bits: the same on every processor. On one with AVX2 up to four times as fast.
std::uint64_t checksum_of(std::string_view bytes);

}  // namespace seedc::base
