// Brings memory into the processor's cache before it is read.
#pragma once

namespace seedc::base {

/// Any address will do. GCC takes a function that only prefetches for one without effect, and
/// leaves out its calls: the assembly, which is empty, is an effect.
inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("" : : "r"(address));
}

}  // namespace seedc::base
