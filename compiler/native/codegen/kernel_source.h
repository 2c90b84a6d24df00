// What there is to compile for one run: the kernels of runtime/contract/kernel.h and score.h, as
// data. Names nothing of LLVM.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/contract/kernel.h"
#include "runtime/contract/score.h"

namespace seedc {

struct KernelSource {
  /// How many lookups the one LookupKernel turns into planes.
  std::uint32_t lookup_count = 0;
  /// Each becomes one PlaneKernel.
  std::vector<PlaneProgram> programs;
  /// Each becomes one ScoreKernel.
  std::vector<const ScoreProgram*> scores;
};

}  // namespace seedc
