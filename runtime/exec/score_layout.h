// How the interpreter lays out a score program: what is computed when, and in which register each
// value is kept. Registers are used again once the last reader of their value is done, so that
// a batch's values stay in the cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/contract/score.h"
#include "runtime/exec/score_loops.h"

namespace seedc {

/// Where the values of an instruction are.
struct ScorePlace {
  enum class Where : std::uint8_t {
    Nowhere,   ///< no operand
    Constant,  ///< number `index` of the program's constants
    Item,      ///< register `index` of those with one cell an item
    Row,       ///< register `index` of those with one cell a row
  };
  Where where = Where::Nowhere;
  std::uint32_t index = 0;
};

/// An instruction with its places.
struct PlacedInst {
  const ScoreInst* inst = nullptr;
  ScoreLoop loop = nullptr;
  std::array<ScorePlace, 3> operands;
  ScorePlace target;
};

/// A phase of the program.
struct ScoreStage {
  std::vector<PlacedInst> invariants;  ///< for the items, before their rows
  /// Item values that are read for rows.
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

/// The program outlives the layout.
ScoreLayout lay_out(const ScoreProgram& program);

}  // namespace seedc
