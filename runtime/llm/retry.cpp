// Defines how often each class of failure is retried.
#include "runtime/llm/retry.h"

#include <algorithm>
#include <cmath>

namespace seedc::llm {
namespace {

/// Whether a call that failed so is repeated at all: a busy service recovers, and a model may
/// answer otherwise.
bool may_pass(ChatFailureKind kind) {
  switch (kind) {
    case ChatFailureKind::Unreachable:
    case ChatFailureKind::Disconnected:
    case ChatFailureKind::Timeout:
    case ChatFailureKind::RateLimited:
    case ChatFailureKind::Server:
    case ChatFailureKind::Foreign:
    case ChatFailureKind::InvalidJson:
    case ChatFailureKind::SchemaViolation:
      return true;
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
      return false;
  }
  return false;
}

}  // namespace

bool is_unusable_answer(ChatFailureKind kind) {
  return kind == ChatFailureKind::Foreign || kind == ChatFailureKind::InvalidJson ||
         kind == ChatFailureKind::SchemaViolation;
}

std::optional<Seconds> delay_before_retry(ChatFailureKind kind, const RequestHistory& history,
                                          const RetryPolicy& policy, double jitter) {
  // What a model gets wrong three times it will most likely get wrong again, and pages that are not
  // answers do not change.
  constexpr int kMostAnswers = 3;
  if (!may_pass(kind) || history.calls > policy.most_retries) return std::nullopt;
  if (is_unusable_answer(kind) && history.unusable_answers >= kMostAnswers) return std::nullopt;
  const Seconds backoff =
      std::min(policy.first_delay * std::exp2(history.calls - 1), policy.longest_delay);
  const Seconds delay = std::max(history.retry_after, backoff / 2) + backoff / 2 * jitter;
  if (history.elapsed + delay > policy.most_time) return std::nullopt;
  return delay;
}

}  // namespace seedc::llm
