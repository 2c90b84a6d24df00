// Measures processor time, which other work on the machine does not change.
#pragma once

#include <ctime>

namespace seedc::unit {

/// Guards against quadratic or worse behaviour: linear work takes a small part of any limit set,
/// under sanitizers too.
template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace seedc::unit
