// Decided claims and compared programs, as text for people and as lines of JSON.
#pragma once

#include <string>
#include <vector>

#include "engine/claims.h"

namespace seedc::engine {

/// How many claims have which verdict; of comparisons, how many requests are the same, changed, or
/// neither for sure.
struct VerdictCounts {
  std::size_t proved = 0, refuted = 0, undecided = 0;
};
VerdictCounts count(const std::vector<DecidedClaim>& claims);
VerdictCounts count(const std::vector<ComparedRequest>& requests);

/// `{"claim","verdict","reason"?,"counterexample"?}` a line, or the same for people.
std::string claims_text(const std::vector<DecidedClaim>& claims, bool is_json);
/// `{"request","change","reason"?,"lost"?,"gained"?}` a line, or the same for people.
std::string comparison_text(const std::vector<ComparedRequest>& requests, bool is_json);

}  // namespace seedc::engine
