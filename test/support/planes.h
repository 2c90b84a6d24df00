// Planes with given bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/exec/planes.h"

namespace seedc::support {

inline void set_bit(exec::Planes& planes, std::size_t plane, std::uint64_t item) {
  planes.pointers()[plane][item / 64] |= std::uint64_t{1} << (item % 64);
}

}  // namespace seedc::support
