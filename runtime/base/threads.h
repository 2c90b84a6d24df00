// The number of threads to use.
#pragma once

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace seedc::base {

/// The number of threads requested (0: as many as the machine has), but no more than the machine
/// has: more would not help.
inline int arena_threads(unsigned wanted) {
  const auto available = static_cast<unsigned>(oneapi::tbb::info::default_concurrency());
  return static_cast<int>(wanted == 0 ? available : std::min(wanted, available));
}

/// Calls `body` where that many threads share work, so that within it they help each other out. A
/// run does so once, around all of its work; calls within it find the arena made and only call.
template <class Body>
void with_threads(unsigned threads, const Body& body) {
  namespace tbb = oneapi::tbb;
  const int wanted = arena_threads(threads);
  if (tbb::this_task_arena::max_concurrency() == wanted) return body();
  tbb::task_arena arena(wanted);
  arena.execute(body);
}

}  // namespace seedc::base
