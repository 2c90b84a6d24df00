// How long the processor works for something, which other work of the machine does not change.
#pragma once

#include <ctime>

namespace seedc {

/// Guards against work that grows with the square of its input, or worse: what does not takes a
/// small part of any limit set, under sanitizers too.
template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace seedc
