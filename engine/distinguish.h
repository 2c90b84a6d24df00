// Changes of requests after which their gold item alone meets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "engine/report/distinguish.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct DistinguishOptions {
  EvaluateOptions evaluate;
  std::string request;       ///< only the one of this id; or empty
  std::size_t count = 3;     ///< changes per request
  std::size_t depth = 4;     ///< the largest number of operands and conditions in one
  bool with_reviews = true;  ///< words of reviews and judged topics may be added, too
};

/// One per request, in order: operands left out, and conditions of engine/offered_conditions.h
/// added, which the gold item meets. Fails (Usage) if there is no such request, or if the dataset
/// cannot be read.
base::Result<std::vector<report::DistinguishedRequest>> distinguish(
    const Compilation& compilation, const DistinguishOptions& options);

}  // namespace seedc::engine
