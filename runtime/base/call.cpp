// Decides whether a call with limits is to stop.
#include "runtime/base/call.h"

#include "runtime/base/memory.h"

namespace seedc::base {

const char* Stopped::what() const noexcept {
  switch (reason_) {
    case Reason::Cancelled:
      return "the call was cancelled";
    case Reason::Time:
      break;
  }
  return "the call reached its time limit";
}

void Call::check_limits() const {
  const CallLimits& limits = state_->limits;
  if (state_->is_cancelled.load(std::memory_order_relaxed) ||
      (limits.stop && limits.stop->is_requested()))
    throw Stopped(Stopped::Reason::Cancelled);
  if (limits.is_cancelled && limits.is_cancelled()) {
    state_->is_cancelled.store(true, std::memory_order_relaxed);
    throw Stopped(Stopped::Reason::Cancelled);
  }
  if (limits.deadline && Clock::now() >= *limits.deadline) throw Stopped(Stopped::Reason::Time);
}

}  // namespace seedc::base
