// How many threads work.
#pragma once

#include <oneapi/tbb/info.h>

#include <algorithm>

namespace seedc {

/// As many threads as were asked for (0: as many as the machine has), but no more than the machine
/// has: more would gain nothing.
inline int arena_threads(unsigned wanted) {
  const auto available = static_cast<unsigned>(oneapi::tbb::info::default_concurrency());
  return static_cast<int>(wanted == 0 ? available : std::min(wanted, available));
}

}  // namespace seedc
