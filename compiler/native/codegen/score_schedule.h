// Orders a score program as steps and divides them into functions of bounded size: LLVM's compile
// time grows superlinearly with the size of a function. Independent of LLVM.
//
// A *part* is a function over one item: straight-line code, and loops over the item's rows. A loop
// body that is too large for one function is divided into several, which are called for each row.
//
//   rows: %0 = load severe, %1 = load incident, %2 = load stars, %3 = load useful, %4 = log %3,
//         %5 = add %2, %4, %6 = count %0, %7 = sum %5 where %1
//   item: %8 = div %7, %6                                                           output: %8
//
//   part 0: for each row { %0, %1, %6; if %1 { %2, %3, %4, %5, %7 } }; %8; store output 0
//
// Row values that are needed only where one predicate holds are computed only there: the predicate
// is their *guard*.
//
// A value that another function reads, and every aggregate, is kept in a cell of the *frame*, which
// is reused after the value's last reader (runtime/contract/slots.h).
// Constants are materialised where they are read.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/native/codegen/schedule.h"
#include "runtime/contract/score.h"

namespace seedc::codegen {

/// A row value to compute, or an aggregate to update with the row.
struct RowStep {
  std::uint32_t value;
  std::uint32_t guard;  ///< kNoOperand: every row
};

struct RowLoop {
  std::vector<std::uint32_t> aggregates;
  /// One body: inlined in the part's function. Several: one function each.
  std::vector<std::vector<RowStep>> bodies;
};

/// Steps for the item, then a loop over its rows if it has aggregates.
struct ScoreSegment {
  std::vector<Step> item_steps;
  RowLoop loop;
};

using ScorePart = std::vector<ScoreSegment>;

struct ScoreSchedule {
  std::vector<ScorePart> parts;
  std::vector<std::uint32_t> cells;  ///< by value: its cell of the frame, or kNoSlot
  std::uint32_t cell_count = 0;
};

ScoreSchedule schedule(const contract::ScoreProgram& program);

}  // namespace seedc::codegen
