// The results of a formula as streams of Arrow: its outputs as one table, and where their nulls
// come from as another. Batches are made when they are pulled; nothing is made before.
//
// The table of outputs has one row per item, in the order and as far as `FormulaReport::order`
// says:
//
//   business_id  utf8
//   OUTPUT       a column per output, in the program's order, nullable unless it is a list; outputs
//                of a group are one column of structs: {label: {STEP: value}}
//
// Types depend on the formula alone (contract::output_types); metadata of fields says what a column
// has (README.md): where an output may be an integer or a real it is float64, an integer becoming
// the nearest double; where only the data decides its kind it is utf8, with the value as JSON. An
// output may be named `business_id` too: the item's is the first column.
//
// The table of nulls has one row per null output, in the same order, outputs in the program's:
//
//   business_id  utf8
//   output       dictionary<int32, utf8>: its name as the columns of CSV have it, `G.label.STEP`
//   step         the same: the step in which the null arose; null if it was in no step
//   cause        the same: `division by zero`, …; `intended null` for one that the program asks for
//
// A batch has at most `batch_rows` rows; one of long texts has fewer, so that no column has more
// than `batch_text_bytes` of them, unless it has a single row. Of no rows there are no batches.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/report/formulas.h"
#include "include/seedc/arrow_abi.h"

namespace seedc::report::arrow {

struct FormulaStreamOptions {
  std::size_t batch_rows = std::size_t{1} << 16;        ///< at least 1
  std::size_t batch_text_bytes = std::size_t{1} << 26;  ///< below 2,147,483,648
};

/// `kept` owns what the report points to, which must not change: it is kept until the stream is
/// released. Arrays need neither. Fails only for want of memory (std::bad_alloc).
ArrowArrayStream output_stream(const FormulaReport& report, const data::Dataset& dataset,
                               std::shared_ptr<const void> kept,
                               const FormulaStreamOptions& options = {});
/// The same for the nulls.
ArrowArrayStream null_stream(const FormulaReport& report, const data::Dataset& dataset,
                             std::shared_ptr<const void> kept,
                             const FormulaStreamOptions& options = {});

}  // namespace seedc::report::arrow
