// Turns IR into a plan: typed conditions, and the logic as plane programs, one for the results and
// one per stage for its demand. Every verified module has a plan, which owns its parts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/ir/module.h"
#include "runtime/contract/plan.h"

namespace seedc::plan {

/// Results are those of the requests, followed by `values`, which must have type tv. Translates
/// patterns; the caller sets the names.
contract::Plan make_plan(const ir::Module& module, std::span<const ir::ValueId> values = {});

/// The named conditions of a module. If two have the same name, the second is called `name#2`.
struct NamedValues {
  std::vector<std::string> names;
  std::vector<ir::ValueId> values;
};
NamedValues named_values(const ir::Module& module);

}  // namespace seedc::plan
