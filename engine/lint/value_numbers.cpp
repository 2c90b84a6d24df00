// Keeps every instruction as a root, and reads its number off deduplication.
#include "engine/lint/value_numbers.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "compiler/opt/passes.h"

namespace seedc::lint {

ValueNumbers number_values(const ir::Module& module, std::span<const ir::ValueId> distinct) {
  ir::Module all{.insts = module.insts, .conditions = {}, .formulas = {}, .requests = {}};
  for (const ir::ValueId value : distinct) {
    // A list, which no value of these attributes is.
    const language::Value unique = language::List{std::int64_t{value}};
    std::ranges::fill(all.insts[value].attributes, unique);
  }
  all.kept.resize(module.insts.size());
  std::iota(all.kept.begin(), all.kept.end(), ir::ValueId{0});
  ValueNumbers numbers{.module = opt::deduplicate(std::move(all)), .canonical = {}};
  numbers.canonical = std::exchange(numbers.module.kept, {});
  return numbers;
}

}  // namespace seedc::lint
