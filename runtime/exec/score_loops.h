// The operations of score programs over many values at a time.
#pragma once

#include <cstddef>

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

/// For operands of the one kind, or of what comes if it is Any. Null pointer for Constant, Load,
/// Lookup, Step and aggregates, which need more than operands.
ScoreLoop score_loop(const ScoreInst& inst, Kind operand_kind);

}  // namespace seedc
