// Defines how often each class of failure is retried.
#include "runtime/llm/retry.h"

#include <algorithm>
#include <cmath>

namespace seedc::llm {
namespace {

/// What a model gets wrong twice in a row it will most likely get wrong again, and pages that are
/// not answers do not change; a busy service recovers.
int most_retries(ChatFailureKind kind, const RetryPolicy& policy) {
  constexpr int kOfAnswers = 2;
  switch (kind) {
    case ChatFailureKind::Unreachable:
    case ChatFailureKind::Disconnected:
    case ChatFailureKind::Timeout:
    case ChatFailureKind::RateLimited:
    case ChatFailureKind::Server:
      return policy.most_retries;
    case ChatFailureKind::Foreign:
    case ChatFailureKind::InvalidJson:
    case ChatFailureKind::SchemaViolation:
      return std::min(kOfAnswers, policy.most_retries);
    case ChatFailureKind::Tls:
    case ChatFailureKind::KeyRefused:
    case ChatFailureKind::NotFound:
    case ChatFailureKind::Unpaid:
    case ChatFailureKind::FormRefused:
    case ChatFailureKind::Refused:
    case ChatFailureKind::Declined:
    case ChatFailureKind::TooLong:
    case ChatFailureKind::Truncated:
    case ChatFailureKind::Store:
    case ChatFailureKind::NotSent:
    case ChatFailureKind::Budget:
    case ChatFailureKind::Cancelled:
      return 0;
  }
  return 0;
}

}  // namespace

std::optional<Seconds> delay_before_retry(ChatFailureKind kind, const RequestHistory& history,
                                          const RetryPolicy& policy, double jitter) {
  if (history.calls > most_retries(kind, policy)) return std::nullopt;
  const Seconds backoff =
      std::min(policy.first_delay * std::exp2(history.calls - 1), policy.longest_delay);
  const Seconds delay = std::max(history.retry_after, backoff / 2) + backoff / 2 * jitter;
  if (history.elapsed + delay > policy.most_time) return std::nullopt;
  return delay;
}

}  // namespace seedc::llm
