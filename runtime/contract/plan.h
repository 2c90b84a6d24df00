// The plan: what the compiler hands to the runtime. Conditions with all their operands, the logic
// that joins them as plane programs, and the requests that ask for results. It knows nothing of any
// dataset; binding one is the runtime's part (runtime/exec).
//
// The conditions are those of runtime/language/conditions.h, their patterns translated for PCRE2.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/contract/kernel.h"
#include "runtime/language/conditions.h"

namespace seedc::plan {

/// The order of a request's matches: an output of a formula of the plan.
struct Rank {
  std::uint32_t formula = 0;
  std::uint32_t output = 0;
  bool descending = true;
};

struct Request {
  std::string id;
  std::optional<std::string> gold;  ///< the business_id that should be the one match
  std::optional<Rank> rank;
};

/// What a stage evaluates, and where. The demand program reads the planes of conditions of earlier
/// stages; its output k is the items at which conditions[k] can still change a result. Stage Items
/// has none: its conditions are decided for all items.
struct StagePlan {
  std::vector<std::uint32_t> conditions;  ///< indices into Plan::conditions
  PlaneProgram demand;
};

/// Plane 2c is the yes plane of condition c, 2c + 1 its no plane; the programs' inputs are numbered
/// so.
struct Plan {
  std::vector<Condition> conditions;
  std::vector<Request> requests;
  /// Of the values that were asked for beside the requests', for reports; or empty.
  std::vector<std::string> names;
  std::array<StagePlan, kStageCount> stages;
  /// Outputs 2r and 2r + 1 are the planes of request r; those of the values follow in the same way.
  PlaneProgram results;
  std::vector<Formula> formulas;
};

}  // namespace seedc::plan
