// Memory for large data. Beyond a few megabytes it uses huge pages: faulting in each small page
// costs more than filling it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace seedc::data {

struct FreeMemory {
  void operator()(char* memory) const { std::free(memory); }
};
using LargeMemory = std::unique_ptr<char, FreeMemory>;

/// That many bytes, uninitialised.
LargeMemory allocate_large(std::size_t size);

}  // namespace seedc::data
