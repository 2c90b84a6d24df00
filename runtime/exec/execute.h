// Runs a prepared plan on a dataset: conditions on items first, then those on reviews, then texts,
// each only for the items that the earlier ones leave undecided; then the results. Results are
// identical for every backend and number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/planes.h"
#include "runtime/exec/prepared_requests.h"
#include "runtime/exec/text_rules.h"

namespace seedc::exec {

struct ExecuteOptions {
  unsigned threads = 0;  ///< 0: one per hardware thread
  /// Receives the number of words of 64 items whose texts have been searched, and their total.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// The value of every request, then of every named condition, for every item. Owns its planes.
class RunResult {
 public:
  RunResult(Planes planes, TextLedger texts)
      : planes_(std::move(planes)), texts_(std::move(texts)) {}

  /// `root`: the number of a request, or the number of requests plus that of a named condition.
  language::Tri value(std::size_t root, std::uint32_t item) const { return values(root)[item]; }
  PlaneValues values(std::size_t root) const { return {planes_, 2 * root}; }
  /// Planes 2r and 2r + 1 belong to root r.
  const Planes& planes() const { return planes_; }
  const TextLedger& texts() const { return texts_; }

 private:
  Planes planes_;
  TextLedger texts_;
};

/// Thread-safe: several threads may run one `prepared` on their own datasets concurrently. Throws
/// base::Stopped and base::OutOfBudget if the dataset's call is to stop, as all functions of this
/// folder do that read a dataset.
base::Result<RunResult> execute(const PreparedRequests& prepared, const data::Dataset& dataset,
                                const ExecuteOptions& options = {});

/// How each text pattern of the plan would be searched in a dataset with a word index; this depends
/// on the items that the other conditions leave undecided. Does not search any text.
std::vector<TextRoute> text_routes(const PreparedRequests& prepared, const data::Dataset& dataset,
                                   const ExecuteOptions& options = {});

}  // namespace seedc::exec
