// Waiting for a mutex in a call that may have to stop.
#pragma once

#include <chrono>
#include <mutex>
#include <thread>

#include "runtime/base/call.h"

namespace seedc::base {

/// Locks a mutex that others may hold for long. A call with limits is checked while it waits.
inline std::unique_lock<std::mutex> lock_for(const Call& call, std::mutex& mutex) {
  constexpr std::chrono::milliseconds kPause{1};
  if (!call.has_limits()) return std::unique_lock(mutex);
  std::unique_lock lock(mutex, std::try_to_lock);
  for (; !lock; lock.try_lock()) {
    call.check();
    std::this_thread::sleep_for(kPause);
  }
  return lock;
}

}  // namespace seedc::base
