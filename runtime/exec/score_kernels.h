// The interface of backends that run score programs: the interpreter, or native code.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/contract/score.h"

namespace seedc::exec {

class ScoreKernels {
 public:
  virtual ~ScoreKernels() = default;
  /// See ScoreKernel. Thread-safe for different items.
  virtual void run(const contract::ScoreInput& input, std::uint32_t first_item,
                   std::uint32_t item_count, language::Cell* const* outputs,
                   std::uint64_t* left_out) const = 0;
};

/// The program must outlive the kernels.
std::unique_ptr<ScoreKernels> make_score_interpreter(const contract::ScoreProgram& program);

}  // namespace seedc::exec
