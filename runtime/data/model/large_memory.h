// Memory for much data. Beyond a few megabytes it lies in huge pages: a fault for each small page
// costs more than filling it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace seedc {

struct FreeMemory {
  void operator()(char* memory) const { std::free(memory); }
};
using LargeMemory = std::unique_ptr<char, FreeMemory>;

/// So many bytes, not set to anything.
LargeMemory allocate_large(std::size_t size);

}  // namespace seedc
