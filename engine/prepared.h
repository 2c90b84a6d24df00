// A program made ready to run: patterns, keyword sets, tables and kernels, made once and used for
// whole datasets, for the pieces of a stream, for batches of any origin. What depends on the data
// is bound to it batch by batch: by `execute` (runtime/exec/execute.h) for requests, by
// BoundFormula (runtime/exec/formula.h) and `kernels_for` for formulas.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/backend.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/prepared_requests.h"
#include "runtime/exec/score_kernels.h"

namespace seedc::engine {

/// The programs of a plan's formulas, specialised to the kinds of some data, and their kernels: one
/// each, in the plan's order. Cells of results point to constants of the programs.
struct FormulaKernels {
  std::vector<contract::ScoreProgram> programs;
  std::vector<std::unique_ptr<exec::ScoreKernels>> kernels;
};

/// Depends on the plan alone, which outlives it; holds no data. Thread-safe: it behaves as if
/// immutable, and caches the kernels that it has made.
class Prepared {
 public:
  /// The requests' kernels are chosen for datasets of `item_count` items. Fails if a pattern cannot
  /// be searched, or if native code is asked for and not available. Checks the call at each
  /// pattern.
  static base::Result<std::shared_ptr<const Prepared>> make(const contract::Plan& plan,
                                                            Backend backend,
                                                            std::uint64_t item_count,
                                                            const base::Call& call = {});

  const contract::Plan& plan() const { return requests_.plan(); }
  const exec::PreparedRequests& requests() const { return requests_; }
  /// One of the plan's formulas.
  const std::shared_ptr<const exec::PreparedFormula>& formula(std::size_t number) const {
    return formulas_[number];
  }

  /// Kernels for a batch of data: `bound` are all formulas, in order. Kernels of an earlier batch
  /// are used again where its kinds cover those of this one, so that a stream soon makes no more;
  /// beyond kMostSpecialised of them, those for any data. Which are chosen does not change a
  /// result. Threads wait for one another while kernels are made. There is at least one formula.
  base::Result<std::shared_ptr<const FormulaKernels>> kernels_for(
      std::span<const exec::BoundFormula* const> bound, std::uint64_t item_count) const;
  static constexpr std::size_t kMostSpecialised = 8;

 private:
  /// What a load gives in some data.
  struct Loaded {
    contract::LoadKind kind;
    bool has_values = false;
    bool covers(const Loaded& other) const;
    void widen(const Loaded& other);
  };
  /// Of each formula, its loads.
  using Kinds = std::vector<std::vector<Loaded>>;
  struct Made {
    Kinds kinds;
    std::shared_ptr<const FormulaKernels> kernels;
    bool is_settled = false;  ///< no other backend is better for more data
  };
  /// Items, and rows of all formulas together.
  struct Amount {
    std::uint64_t items = 0;
    std::uint64_t rows = 0;
  };

  Prepared(exec::PreparedRequests requests, Backend backend);
  static Kinds kinds_of(std::span<const exec::BoundFormula* const> bound);
  static bool cover(const Kinds& kinds, const Kinds& others);
  /// The narrowest that covers `kinds`; added if there is none.
  Made& find_or_add(const Kinds& kinds) const;
  base::Result<void> make_kernels_of(Made& made, Amount amount, const base::Call& call) const;

  exec::PreparedRequests requests_;
  std::vector<std::shared_ptr<const exec::PreparedFormula>> formulas_;
  Backend backend_;
  mutable std::mutex mutex_;
  mutable std::deque<Made> made_;  ///< each covers those before it
};

}  // namespace seedc::engine
