// How fast calls may follow each other: requests and tokens per minute, and pauses that a service
// asks for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace seedc {

/// Units that come back with time, a second's worth of them at the most. What is taken on credit
/// comes back first.
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::duration<double>;

  TokenBucket(double per_minute, Time now);
  /// How long until `units` are there, or the bucket is full.
  Duration wait_for(double units, Time now);
  void take(double units) { level_ -= units; }

 private:
  double per_second_;
  double capacity_;
  double level_;
  Time filled_;
};

struct RateLimits {
  std::optional<double> requests_per_minute;
  std::optional<double> tokens_per_minute;
};

class RateLimiter {
 public:
  using Time = TokenBucket::Time;
  using Duration = TokenBucket::Duration;

  RateLimiter(const RateLimits& limits, Time now);
  /// How long a call of so many tokens has to wait; 0: it may go.
  Duration wait_for(std::int64_t tokens, Time now);
  void take(std::int64_t tokens);
  /// A call took fewer tokens than it was taken for, or more (negative).
  void give_back(std::int64_t tokens);
  /// No call before that time.
  void pause_until(Time time);
  /// What is left of the pause; 0 if there is none.
  Duration pause_left(Time now) const;

 private:
  std::optional<TokenBucket> requests_;
  std::optional<TokenBucket> tokens_;
  Time pause_end_;
};

}  // namespace seedc
