// Plans the formulas of a module: the values they load, and one score program per formula.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"
#include "runtime/contract/formula.h"

namespace seedc::plan {

/// One plan per formula of the module, in order. The module must be verified.
std::vector<contract::Formula> plan_formulas(const ir::Module& module);

/// A formula plan that keeps all intermediate values of the requested ones, for explanations.
struct TracePlan {
  /// The program has no phases and no outputs: its instructions are in module order, include the
  /// aggregates, and compute each value once. engine/explain/formula_trace.h runs it.
  contract::Formula formula;
  /// The instruction numbers of the module's values.
  std::unordered_map<ir::ValueId, std::uint32_t> numbers;
};

/// A test or lookup on a loaded value and the loaded value itself are both in the trace.
TracePlan plan_trace(const ir::Module& module, const ir::Formula& formula,
                     std::span<const ir::ValueId> wanted);

}  // namespace seedc::plan
