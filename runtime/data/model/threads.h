// The number of threads to use.
#pragma once

#include <oneapi/tbb/info.h>

#include <algorithm>

namespace seedc {

/// The number of threads requested (0: as many as the machine has), but no more than the machine
/// has: more would not help.
inline int arena_threads(unsigned wanted) {
  const auto available = static_cast<unsigned>(oneapi::tbb::info::default_concurrency());
  return static_cast<int>(wanted == 0 ? available : std::min(wanted, available));
}

}  // namespace seedc
