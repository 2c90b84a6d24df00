// IR to plan: typed conditions, and the logic as plane programs, one for the results and one a
// stage for its demand.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/ir/module.h"
#include "runtime/contract/plan.h"

namespace seedc {

/// The results are those of the requests, then of `values`, instructions of tv. Patterns are
/// translated here; names are up to the caller.
plan::Plan make_plan(const ir::Module& module, std::span<const ir::ValueId> values = {});

/// The named conditions of a module. Two of the same name are told apart: the second is called
/// `name#2`.
struct NamedValues {
  std::vector<std::string> names;
  std::vector<ir::ValueId> values;
};
NamedValues named_values(const ir::Module& module);

}  // namespace seedc
