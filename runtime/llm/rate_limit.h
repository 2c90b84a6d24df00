// How fast calls may follow each other: limits on requests and tokens per minute, and pauses that a
// service asks for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace seedc::llm {

/// Units that are replenished with time, at most one second's worth of them. Units taken on credit
/// are replenished first.
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::duration<double>;

  TokenBucket(double per_minute, Time now);
  /// How long until `units` are available, or the bucket is full.
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
  /// How long a call of that many tokens has to wait; 0: it may be sent.
  Duration wait_for(std::int64_t tokens, Time now);
  void take(std::int64_t tokens);
  /// A call used fewer tokens than estimated, or more (negative).
  void give_back(std::int64_t tokens);
  /// No call before that time.
  void pause_until(Time time);
  /// The rest of the pause; 0 if there is none.
  Duration pause_left(Time now) const;

 private:
  std::optional<TokenBucket> requests_;
  std::optional<TokenBucket> tokens_;
  Time pause_end_;
};

}  // namespace seedc::llm
