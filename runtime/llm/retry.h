// Whether a call that failed is made once more, and when.
#pragma once

#include <chrono>
#include <optional>

#include "runtime/llm/chat.h"

namespace seedc {

using Seconds = std::chrono::duration<double>;

struct RetryPolicy {
  int most_retries = 5;      ///< of one request
  Seconds first_delay{0.5};  ///< doubled by each further one
  Seconds longest_delay{30};
  Seconds most_time{600};  ///< of one request, delays included
};

/// What became of a request so far.
struct RequestHistory {
  int calls = 1;           ///< that failed; the last one ended now
  Seconds elapsed{0};      ///< since the first
  Seconds retry_after{0};  ///< as the service asked with the last failure; 0 if it did not
};

/// How long to wait before the next call; nothing if there is to be none. `jitter` in [0, 1)
/// spreads calls that failed together: a delay is between half of what the number of calls gives
/// and the whole.
std::optional<Seconds> delay_before_retry(ChatFailureKind kind, const RequestHistory& history,
                                          const RetryPolicy& policy, double jitter);

}  // namespace seedc
