// Who computes a score program: the interpreter, or native code behind the same interface.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/contract/score.h"

namespace seedc {

class ScoreKernels {
 public:
  virtual ~ScoreKernels() = default;
  /// As ScoreKernel. May be called from several threads at once, for different items.
  virtual void run(const ScoreInput& input, std::uint32_t first_item, std::uint32_t item_count,
                   Cell* const* outputs, std::uint64_t* left_out) const = 0;
};

/// The program outlives the kernels.
std::unique_ptr<ScoreKernels> make_score_interpreter(const ScoreProgram& program);

}  // namespace seedc
