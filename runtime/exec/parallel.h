// Work that is spread over threads in numbered portions.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <cstdint>
#include <functional>
#include <mutex>

#include "runtime/data/model/threads.h"

namespace seedc {

/// Calls `body` where that many threads share work, so that within it they help each other out.
template <class Body>
void with_threads(unsigned threads, const Body& body) {
  const int wanted = arena_threads(threads);
  if (tbb::this_task_arena::max_concurrency() == wanted) return body();
  tbb::task_arena arena(wanted);
  arena.execute(body);
}

/// Calls both, at the same time unless `threads` is 1.
template <class First, class Second>
void run_both(unsigned threads, const First& first, const Second& second) {
  if (threads == 1) {
    first();
    second();
  } else {
    with_threads(threads, [&] { tbb::parallel_invoke(first, second); });
  }
}

/// Calls `body(portion)` for portions [0, count), in threads where there are enough of them.
/// `threads` 0: as many as the machine has.
template <class Body>
void for_each_portion(std::uint64_t count, unsigned threads, const Body& body) {
  constexpr std::uint64_t kFewPortions = 2;
  if (count <= kFewPortions || threads == 1) {
    for (std::uint64_t portion = 0; portion < count; ++portion) body(portion);
    return;
  }
  with_threads(threads, [&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, 1),
                      [&](const tbb::blocked_range<std::uint64_t>& range) {
                        for (std::uint64_t portion = range.begin(); portion < range.end();
                             ++portion) {
                          body(portion);
                        }
                      });
  });
}

/// Tells how many portions are done; called by any thread at the end of each.
class PortionCounter {
 public:
  using Tell = std::function<void(std::uint64_t done, std::uint64_t total)>;
  PortionCounter(std::uint64_t total, const Tell& tell) : total_(total), tell_(tell) {}

  void end_portion() {
    if (!tell_) return;
    const std::scoped_lock lock(mutex_);
    tell_(++done_, total_);
  }

 private:
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  const Tell& tell_;
  std::mutex mutex_;
};

}  // namespace seedc
