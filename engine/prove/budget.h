// How long deciding a claim may take. Everything here works in small steps and asks at each; a
// search that runs out of time gives up, which makes a claim undecided and never wrong.
#pragma once

#include <chrono>
#include <cstdint>

#include "runtime/base/call.h"

namespace seedc::prove {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  /// `call` outlives this. Of two limits the one on steps does not depend on the machine.
  Budget(const base::Call& call, Clock::time_point deadline, std::uint64_t most_steps = kNoLimit)
      : call_(call), deadline_(deadline), most_steps_(most_steps) {}

  /// Whether the time is up. Checks the call, which may throw base::Stopped. Cheap: looks at the
  /// clock now and then.
  bool is_over() {
    if (!is_over_ && ++steps_ % kStepsPerLook == 0) look();
    return is_over_;
  }

  /// Counts what one step took as many.
  void spend(std::uint64_t steps) {
    steps_ += steps;
    look();
  }

 private:
  void look() {
    call_.check();
    is_over_ = steps_ >= most_steps_ || Clock::now() >= deadline_;
  }

  static constexpr std::uint64_t kStepsPerLook = 64;
  const base::Call& call_;
  Clock::time_point deadline_;
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  bool is_over_ = false;
};

}  // namespace seedc::prove
