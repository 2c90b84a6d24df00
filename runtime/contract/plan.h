// The plan: the result of compilation, and the input of the runtime. It contains conditions with
// all their operands, the logic that joins them as plane programs, and the requests. It is
// independent of any dataset; runtime/exec binds it to one. Plain data that owns its parts.
//
// The conditions are those of runtime/language/conditions.h, their patterns translated for PCRE2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/contract/kernel.h"
#include "runtime/language/conditions.h"

namespace seedc::contract {

/// The order of a request's matches: by an output of a formula of the plan.
struct Rank {
  std::uint32_t formula = 0;
  std::uint32_t output = 0;
  bool descending = true;
};

struct Request {
  std::string id;
  std::optional<std::string> gold;  ///< the business_id of the expected single match
  std::optional<Rank> rank;
};

/// The conditions that a stage evaluates, and for which items. The demand program reads the planes
/// of conditions of earlier stages; its output k has the items for which conditions[k] can still
/// change a result. Stage Items has no demand program: its conditions are decided for all items.
struct StagePlan {
  std::vector<std::uint32_t> conditions;  ///< indices into Plan::conditions
  PlaneProgram demand;
};

/// The complete plan. Plane 2c is the yes plane of condition c, 2c + 1 its no plane; inputs of the
/// programs are numbered in the same way.
struct Plan {
  std::vector<language::Condition> conditions;
  std::vector<Request> requests;
  /// Names of the values requested in addition to the requests, for reports; may be empty.
  std::vector<std::string> names;
  std::array<StagePlan, language::kStageCount> stages;
  /// Outputs 2r and 2r + 1 are the planes of request r; those of the values follow in the same way.
  PlaneProgram results;
  std::vector<Formula> formulas;

  const StagePlan& at(language::Stage stage) const {
    return stages[static_cast<std::size_t>(stage)];
  }
  /// The conditions of a stage, in its order.
  std::vector<const language::Condition*> conditions_at(language::Stage stage) const {
    std::vector<const language::Condition*> of_stage;
    for (const std::uint32_t number : at(stage).conditions) of_stage.push_back(&conditions[number]);
    return of_stage;
  }
};

}  // namespace seedc::contract
