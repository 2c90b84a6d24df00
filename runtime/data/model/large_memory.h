// Memory for large data. Beyond a few megabytes it uses huge pages: faulting in each small page
// costs more than filling it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "runtime/base/memory.h"

namespace seedc::data {

/// Frees memory, and gives back what it was charged.
struct FreeMemory {
  base::MemoryCharge charge;
  void operator()(char* memory) const { std::free(memory); }
};
using LargeMemory = std::unique_ptr<char, FreeMemory>;

/// That many bytes, uninitialised, charged to the account, which may be a null pointer.
LargeMemory allocate_large(std::size_t size, const std::shared_ptr<base::MemoryAccount>& account,
                           const char* purpose);

}  // namespace seedc::data
