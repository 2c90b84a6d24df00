// What every call of the engine carries: whether it may go on, and the memory it may use.
//
//   auto stop = std::make_shared<base::StopToken>();
//   const base::Call call({.stop = stop, .deadline = base::Call::Clock::now() + 2s});
//   data::load_dataset(path, needs, {.call = call});      // another thread: stop->request()
//
// Work is divided into portions of a few milliseconds, and each begins with `check`. A call that is
// to stop throws Stopped there, which unwinds it like any exception: unfinished files are removed,
// memory is released, and what the call was given is as before. Nobody catches it but the one who
// made the call (engine/guarded.h), and nothing is ever half of a result.
//
// Not interrupted: one compile by LLVM, Vectorscan or PCRE2, one call of the operating system, and
// the evaluation of a single item's rows.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

namespace seedc::base {

/// Asks calls to stop, at their next check. `request` may be called from any thread and from a
/// signal handler. One token may be given to several calls.
class StopToken {
 public:
  void request() noexcept { is_requested_.store(true, std::memory_order_relaxed); }
  bool is_requested() const noexcept { return is_requested_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> is_requested_ = false;
  static_assert(std::atomic<bool>::is_always_lock_free, "so that signal handlers may store");
};

/// Thrown by a check of a call that is to stop.
class Stopped : public std::exception {
 public:
  enum class Reason : std::uint8_t { Cancelled, Time };
  explicit Stopped(Reason reason) : reason_(reason) {}
  Reason reason() const { return reason_; }
  const char* what() const noexcept override;

 private:
  Reason reason_;
};

class MemoryAccount;

struct CallLimits {
  std::shared_ptr<const StopToken> stop;  ///< may be a null pointer
  /// When the call is to stop.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Returns true if the call is to stop. Called at each check, from any thread of the call and
  /// from several at once, perhaps a million times a second: for callers that can only be asked.
  std::function<bool()> is_cancelled;
  /// Where its memory comes from (memory.h); a null pointer: there is no budget.
  std::shared_ptr<MemoryAccount> memory;
};

/// A handle: copies are the same call. Thread-safe. A default one has no limits, and its checks
/// cost a comparison.
class Call {
 public:
  using Clock = std::chrono::steady_clock;

  Call() = default;
  explicit Call(CallLimits limits) : state_(std::make_shared<State>(std::move(limits))) {}

  /// Throws Stopped if the call is to stop. Once it has thrown, all later checks do.
  void check() const {
    if (state_) check_limits();
  }
  /// Whether any check may throw.
  bool has_limits() const { return state_ != nullptr; }
  /// A null pointer: there is no budget.
  const std::shared_ptr<MemoryAccount>& memory() const {
    static const std::shared_ptr<MemoryAccount> kNone;
    return state_ ? state_->limits.memory : kNone;
  }
  /// How long a call with limits may sleep or wait between two checks.
  static constexpr std::chrono::milliseconds kLongestWait{20};

  /// Calls `body(begin, end)` for steps of [0, count) in order, each after a check.
  template <class Body>
  void in_steps(std::uint64_t count, std::uint64_t step, const Body& body) const {
    for (std::uint64_t begin = 0; begin < count; begin += step) {
      check();
      body(begin, begin + step < count ? begin + step : count);
    }
  }

  /// Steps of simple work: of a few nanoseconds per element, or as many cache misses.
  static constexpr std::uint64_t kElementsPerStep = std::uint64_t{1} << 16;

 private:
  struct State {
    explicit State(CallLimits call_limits) : limits(std::move(call_limits)) {}
    CallLimits limits;
    std::atomic<bool> is_cancelled = false;  ///< what the function returned stays so
  };
  void check_limits() const;

  std::shared_ptr<State> state_;
};

/// Counts steps of a loop whose single steps are too short for a check each.
class StepCounter {
 public:
  /// `call` outlives the counter. Every `steps_per_check` calls of `step` there is a check.
  explicit StepCounter(const Call& call, std::uint32_t steps_per_check)
      : call_(call), steps_per_check_(steps_per_check) {}
  void step() {
    if (++steps_ % steps_per_check_ == 0) call_.check();
  }

 private:
  const Call& call_;
  std::uint32_t steps_per_check_;
  std::uint32_t steps_ = 0;
};

}  // namespace seedc::base
