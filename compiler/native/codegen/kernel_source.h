// The input of code generation for one run: the kernels of runtime/contract/kernel.h and score.h,
// as data. Independent of LLVM.
#pragma once

#include <vector>

#include "runtime/contract/kernel.h"
#include "runtime/contract/score.h"

namespace seedc::codegen {

struct KernelSource {
  /// Each is compiled to one PlaneKernel.
  std::vector<contract::PlaneProgram> programs;
  /// Each is compiled to one ScoreKernel. Not owned.
  std::vector<const contract::ScoreProgram*> scores;
};

}  // namespace seedc::codegen
