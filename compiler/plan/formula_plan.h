// The formulas of a module as plans: what they load, and a score program each.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"
#include "runtime/contract/formula.h"

namespace seedc {

/// One a formula of the module, which is verified, in order.
std::vector<plan::Formula> plan_formulas(const ir::Module& module);

/// A formula that shows all values on the way to those that are wanted.
struct TracePlan {
  /// Its program has no phases and no outputs: the instructions are in the order of the module,
  /// aggregates among them, each value once. engine/explain/formula_trace.h runs it.
  plan::Formula formula;
  /// The instructions of the module's values.
  std::unordered_map<ir::ValueId, std::uint32_t> numbers;
};

/// What tests and lookups decide of a loaded value has both values.
TracePlan plan_trace(const ir::Module& module, const ir::Formula& formula,
                     std::span<const ir::ValueId> wanted);

}  // namespace seedc
