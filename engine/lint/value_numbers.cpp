// Keeps every instruction as a root, and reads its number off deduplication.
#include "engine/lint/value_numbers.h"

#include <numeric>
#include <utility>

#include "compiler/opt/passes.h"

namespace seedc::lint {

ValueNumbers number_values(const ir::Module& module) {
  ir::Module all{.insts = module.insts, .conditions = {}, .formulas = {}, .requests = {}};
  all.kept.resize(module.insts.size());
  std::iota(all.kept.begin(), all.kept.end(), ir::ValueId{0});
  ValueNumbers numbers{.module = opt::deduplicate(std::move(all)), .canonical = {}};
  numbers.canonical = std::exchange(numbers.module.kept, {});
  return numbers;
}

}  // namespace seedc::lint
