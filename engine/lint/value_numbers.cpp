// Every instruction becomes a named root, whose fate deduplication tells.
#include "engine/lint/value_numbers.h"

#include <string>
#include <utility>

#include "compiler/opt/passes.h"

namespace seedc {

ValueNumbers number_values(const ir::Module& module) {
  ir::Module named{.insts = module.insts, .conditions = {}, .formulas = {}, .requests = {}};
  for (ir::ValueId id = 0; id < module.insts.size(); ++id)
    named.conditions.push_back({.name = std::to_string(id), .root = id});
  ValueNumbers numbers{.module = opt::deduplicate(named), .canonical = {}};
  for (const ir::Condition& condition : numbers.module.conditions)
    numbers.canonical.push_back(condition.root);
  return numbers;
}

}  // namespace seedc
