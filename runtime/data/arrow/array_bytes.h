// How much memory an Arrow array has.
#pragma once

#include <cstdint>

#include "include/seedc/arrow_abi.h"

namespace seedc::data::arrow {

/// The bytes of an array's buffers and of those below it, by its type. Types that have no meaning
/// here (runtime/data/arrow/type.h) count with what is certain of them.
std::uint64_t bytes_of(const ArrowArray& array, const ArrowSchema& schema);

}  // namespace seedc::data::arrow
