// Decides whether and when a failed call is retried.
#pragma once

#include <chrono>
#include <optional>

#include "runtime/llm/chat.h"

namespace seedc::llm {

using Seconds = std::chrono::duration<double>;

struct RetryPolicy {
  int most_retries = 5;      ///< of one request
  Seconds first_delay{0.5};  ///< doubled by each further retry
  Seconds longest_delay{30};
  Seconds most_time{600};  ///< of one request, delays included
};

/// The history of a request so far.
struct RequestHistory {
  int calls = 1;             ///< failed calls; the last one has just ended
  int unusable_answers = 0;  ///< of them, those that were answered, and not as was asked
  Seconds elapsed{0};        ///< since the first
  Seconds retry_after{0};    ///< as requested by the service with the last failure; 0 if it did not
};

/// Whether the service answered, and the answer is of no use.
bool is_unusable_answer(ChatFailureKind kind);

/// The delay before the next call; std::nullopt if there should be none. `jitter` in [0, 1) spreads
/// calls that failed together: a delay is between half and all of what the number of calls gives.
std::optional<Seconds> delay_before_retry(ChatFailureKind kind, const RequestHistory& history,
                                          const RetryPolicy& policy, double jitter);

}  // namespace seedc::llm
