// Implements the rate limiter with token buckets.
#include "runtime/llm/rate_limit.h"

#include <algorithm>

namespace seedc::llm {

TokenBucket::TokenBucket(double per_minute, Time now)
    : per_second_(per_minute / 60),
      capacity_(std::max(1.0, per_second_)),
      level_(capacity_),
      filled_(now) {}

TokenBucket::Duration TokenBucket::wait_for(double units, Time now) {
  level_ = std::min(capacity_, level_ + Duration(now - filled_).count() * per_second_);
  filled_ = now;
  const double missing = std::min(units, capacity_) - level_;
  return Duration(std::max(0.0, missing / per_second_));
}

RateLimiter::RateLimiter(const RateLimits& limits, Time now) : pause_end_(now) {
  if (limits.requests_per_minute) requests_.emplace(*limits.requests_per_minute, now);
  if (limits.tokens_per_minute) tokens_.emplace(*limits.tokens_per_minute, now);
}

RateLimiter::Duration RateLimiter::wait_for(std::int64_t tokens, Time now) {
  Duration wait = pause_left(now);
  if (requests_) wait = std::max(wait, requests_->wait_for(1, now));
  if (tokens_) wait = std::max(wait, tokens_->wait_for(static_cast<double>(tokens), now));
  return wait;
}

void RateLimiter::take(std::int64_t tokens) {
  if (requests_) requests_->take(1);
  if (tokens_) tokens_->take(static_cast<double>(tokens));
}

void RateLimiter::give_back(std::int64_t tokens) {
  if (tokens_) tokens_->take(-static_cast<double>(tokens));
}

RateLimiter::Duration RateLimiter::pause_left(Time now) const {
  return std::max(Duration(0), Duration(pause_end_ - now));
}

void RateLimiter::pause_until(Time time) { pause_end_ = std::max(pause_end_, time); }

}  // namespace seedc::llm
