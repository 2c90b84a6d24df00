// The interpreter's layout of a score program: the order of evaluation, and the register of each
// value (runtime/contract/slots.h). A register is reused after the last reader of its value, so
// that a batch's values stay in the cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/contract/score.h"
#include "runtime/exec/score_loops.h"

namespace seedc::exec {

/// The location of an instruction's values.
struct ScorePlace {
  enum class Where : std::uint8_t {
    Nowhere,   ///< no operand
    Constant,  ///< number `index` of the program's constants
    Item,      ///< register `index` of those with one cell per item
    Row,       ///< register `index` of those with one cell per row
  };
  Where where = Where::Nowhere;
  std::uint32_t index = 0;
};

/// An instruction with the locations of its operands and result.
struct PlacedInst {
  const contract::ScoreInst* inst = nullptr;
  ScoreLoop loop = nullptr;
  std::array<ScorePlace, 3> operands;
  ScorePlace target;
};

/// A phase of the program.
struct ScoreStage {
  std::vector<PlacedInst> invariants;  ///< evaluated per item, before the item's rows
  /// Item values that row instructions read.
  struct Spread {
    std::uint32_t item_register;
    std::uint32_t row_register;
  };
  std::vector<Spread> spreads;
  std::vector<PlacedInst> rows;
  std::vector<PlacedInst> aggregates;
  std::vector<PlacedInst> items;
};

struct ScoreLayout {
  std::vector<ScoreStage> stages;
  std::vector<ScorePlace> outputs;
  std::uint32_t item_registers = 0;
  std::uint32_t row_registers = 0;
};

/// The program must outlive the layout.
ScoreLayout lay_out(const contract::ScoreProgram& program);

}  // namespace seedc::exec
