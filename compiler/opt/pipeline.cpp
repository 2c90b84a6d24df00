// The pass table and the order in which the pipeline runs the passes.
#include <array>

#include "compiler/opt/passes.h"

namespace seedc::opt {
namespace {

constexpr std::array kPasses = {
    Pass{"fold", fold},     Pass{"flatten", flatten}, Pass{"deduplicate", deduplicate},
    Pass{"absorb", absorb}, Pass{"order", order},
};

/// Absorption can create new nested operators and duplicates, so two passes run again after it.
constexpr std::array kPipeline = {
    Pass{"fold", fold},     Pass{"flatten", flatten}, Pass{"deduplicate", deduplicate},
    Pass{"absorb", absorb}, Pass{"flatten", flatten}, Pass{"deduplicate", deduplicate},
    Pass{"order", order},
};

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

std::span<const Pass> pipeline() { return kPipeline; }

const Pass* find_pass(std::string_view name) {
  for (const Pass& pass : kPasses) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

ir::Module optimise(ir::Module module, const base::Call& call) {
  for (const Pass& pass : kPipeline) {
    call.check();
    module = pass.run(std::move(module));
  }
  return module;
}

}  // namespace seedc::opt
