// The operations of score programs over many values at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/contract/score.h"

namespace seedc::exec {

/// The values of an operand, one per row or item; stride 0 repeats a single value.
struct ScoreColumn {
  const language::Cell* cells = nullptr;
  std::size_t stride = 1;
  const language::Cell& operator[](std::size_t index) const { return cells[index * stride]; }
};

/// Computes out[i] from operands[0][i], operands[1][i], …, one for each operand of the operation.
using ScoreLoop = void (*)(const ScoreColumn* operands, language::StringPool& strings,
                           language::Cell* out, std::size_t count);

/// The loop for operands of that kind, or of mixed kinds if it is Any. A null pointer for
/// operations that need more than operands: leaves, accesses and aggregates.
ScoreLoop score_loop(language::Operation op, language::Kind operand_kind);

/// Computes an instruction that is not an aggregate for as many rows or items as `out` has,
/// starting at `first`. `loop`: its score_loop. `left_out`: as kernels take it; folds add to it.
void compute(const contract::ScoreInst& inst, ScoreLoop loop, const ScoreColumn* operands,
             const contract::ScoreInput& input, std::uint32_t first, std::span<language::Cell> out,
             std::uint64_t* left_out);

}  // namespace seedc::exec
