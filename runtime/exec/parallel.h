// Distributes work over threads in numbered portions. Each begins with a check of the call; where
// one throws, no further portion begins, and the exception reaches the caller when all that had
// begun are done.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>

#include "runtime/base/call.h"
#include "runtime/base/threads.h"

namespace seedc::exec {

/// Calls both functions, concurrently unless `threads` is 1.
template <class First, class Second>
void run_both(unsigned threads, const base::Call& call, const First& first, const Second& second) {
  call.check();
  if (threads == 1) {
    first();
    second();
  } else {
    base::with_threads(threads, [&] { tbb::parallel_invoke(first, second); });
  }
}

/// Calls `body(portion)` for portions [0, count), in parallel if there are enough of them.
/// `threads` 0: one per hardware thread.
template <class Body>
void for_each_portion(std::uint64_t count, unsigned threads, const base::Call& call,
                      const Body& body) {
  constexpr std::uint64_t kFewPortions = 2;
  if (count <= kFewPortions || threads == 1) {
    for (std::uint64_t portion = 0; portion < count; ++portion) {
      call.check();
      body(portion);
    }
    return;
  }
  base::with_threads(threads, [&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, 1),
                      [&](const tbb::blocked_range<std::uint64_t>& range) {
                        for (std::uint64_t portion = range.begin(); portion < range.end();
                             ++portion) {
                          call.check();
                          body(portion);
                        }
                      });
  });
}

/// The number of portions that so many items are divided into.
inline std::uint64_t portions_of(std::uint32_t item_count, std::uint32_t items_per_portion) {
  return (std::uint64_t{item_count} + items_per_portion - 1) / items_per_portion;
}

/// Calls `body(begin, end)` for ranges of items, in parallel if there are enough of them.
template <class Body>
void for_each_range(std::uint32_t item_count, std::uint32_t items_per_range, unsigned threads,
                    const base::Call& call, const Body& body) {
  for_each_portion(portions_of(item_count, items_per_range), threads, call,
                   [&](std::uint64_t portion) {
                     const auto begin = static_cast<std::uint32_t>(portion * items_per_range);
                     body(begin, std::min(begin + items_per_range, item_count));
                   });
}

/// Reports how many portions are done. Thread-safe; called at the end of each portion.
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

}  // namespace seedc::exec
