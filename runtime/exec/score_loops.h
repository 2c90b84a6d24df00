// The operations of score programs over many values at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/contract/score.h"

namespace seedc {

/// The values of an operand, one a row or item; with stride 0 the same one for all.
struct ScoreColumn {
  const Cell* cells = nullptr;
  std::size_t stride = 1;
  const Cell& operator[](std::size_t index) const { return cells[index * stride]; }
};

/// out[i] = the operation of operands[0][i], operands[1][i], … as many as it has.
using ScoreLoop = void (*)(const ScoreColumn* operands, Cell* out, std::size_t count);

/// For operands of the one kind, or of what comes if it is Any. Null pointer for operations that
/// need more than operands: leaves, accesses and aggregates.
ScoreLoop score_loop(Operation op, Kind operand_kind);

/// Computes an instruction that is no aggregate for the rows or items from `first` on, as many as
/// `out` has. `loop`: its score_loop.
void compute(const ScoreInst& inst, ScoreLoop loop, const ScoreColumn* operands,
             const ScoreInput& input, std::uint32_t first, std::span<Cell> out);

}  // namespace seedc
