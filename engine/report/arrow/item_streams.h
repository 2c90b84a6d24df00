// The results of data that arrives in pieces as streams of Arrow: every batch has items of one
// piece, in their order, and is made when it is pulled, which reads the next piece. A piece without
// items has no batch.
//
// The values of requests are one table:
//
//   business_id  utf8
//   REQUEST      int8 per request, in the order of the programs, named by its id: 1, 0 or -1
//
// A request that did not compile has no column: the schema's metadata `seedc.errors` lists the ids
// of these as JSON. The outputs of a formula are the table that formula_stream.h describes. Schemas
// follow from the program alone, and are there before the first piece.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/report/arrow/formula_stream.h"
#include "engine/report/formulas.h"
#include "include/seedc/arrow_abi.h"
#include "runtime/exec/execute.h"

namespace seedc::report::arrow {

/// The answers of a piece. `kept` owns what the others point to, which does not change.
struct PieceAnswers {
  const data::Dataset* dataset = nullptr;
  const exec::RunResult* run = nullptr;
  std::span<const FormulaReport> reports;
  std::shared_ptr<const void> kept;
};

/// Gives the answers of the next piece; std::nullopt at the end. It may throw, and is not called
/// again then: StreamFailure (c_interface.h) says which code the stream's error has.
using NextPiece = std::function<std::optional<PieceAnswers>()>;

/// A request, and where its results are.
struct RequestColumn {
  std::string id;
  std::optional<std::size_t> root;  ///< its number in the plan, if it compiled
};

/// What `next` refers to is released with the stream; arrays need neither.
ArrowArrayStream item_request_stream(std::vector<RequestColumn> requests, NextPiece next,
                                     const FormulaStreamOptions& options = {});
/// The formula of that number in the reports. The formula outlives the stream.
ArrowArrayStream item_output_stream(const contract::Formula& formula, std::size_t number,
                                    NextPiece next, const FormulaStreamOptions& options = {});

}  // namespace seedc::report::arrow
