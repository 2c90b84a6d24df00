// A run over data that arrives over time: every piece is answered as soon as it arrives, in memory
// that does not grow with the number of reviews. Where pieces come from is not known here.
//
//   engine::StreamRun stream(prepared, options);
//   while (auto piece = *stream.next()) use(*piece);     // results of requests and formulas
//   stream.finish();                                     // ledgers of all pieces
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/program.h"
#include "runtime/base/result.h"
#include "runtime/data/jsonl/bundle_stream.h"
#include "runtime/data/piece_stream.h"

namespace seedc::engine {

struct StreamOptions {
  EvaluateOptions evaluate;  ///< without `data`
  FormulaRunOptions formulas;
  /// Extractions of all formulas, instead of files; empty if they come with the pieces.
  std::optional<std::string> extraction_lines;
  bool is_part = false;  ///< of the data: it may have no item
  /// Is called at the end, beside the host, with what was left out and the ledger of each formula.
  std::function<void(const data::LoadReport& left_out, std::uint64_t items, std::uint64_t reviews,
                     std::span<const report::FormulaLedger> formulas)>
      account;
  data::OpenPieces open;
  data::DataNeeds more;                                  ///< what `look` reads of a piece
  std::function<void(const data::Dataset& piece)> look;  ///< is given each piece
};

/// The number of items for which the backends of a stream are chosen: that of a large piece.
constexpr std::uint64_t kTypicalPiece = 1000;

/// Whether a plan can be run on a stream: what orders items needs all of them. `names` are for the
/// help of the error (Usage).
base::Result<void> check_stream(const Compilation& compilation, const FormulaRunOptions& options);

/// The answers of a piece. Its parts refer to one another.
struct PieceRun {
  data::Dataset dataset;
  exec::RunResult run;
  std::deque<ScoredFormula> formulas;
  std::vector<report::FormulaReport> reports;  ///< of all formulas, the programs' own first
};

/// Used by one thread at a time.
class StreamRun {
 public:
  /// The plan of `prepared` outlives this.
  StreamRun(std::shared_ptr<const Prepared> prepared, StreamOptions options);
  ~StreamRun();

  const contract::Plan& plan() const;
  /// The answers of the next piece, which may have no items; a null pointer at the end. Fails if
  /// the piece cannot be read or answered; is not called again then.
  base::Result<std::shared_ptr<const PieceRun>> next();
  /// How many items were answered so far.
  std::uint64_t item_count() const;
  /// The searches of all pieces so far.
  const exec::TextLedger& texts() const;
  /// One for each of the plan's formulas, of all pieces so far.
  std::span<const report::FormulaLedger> ledgers() const;
  /// To be called at the end: gives the ledgers of all pieces to the host. Fails (Data) if there
  /// was no readable item, and if `strict` for a row of extractions that no review has.
  base::Result<void> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// How the answers of a stream leave as lines of JSON.
struct LineOptions {
  /// The values of requests at each item, instead of their matches at the end.
  bool by_item = false;
  /// Called after the last piece. Returns the requests, by their numbers in the module, whose
  /// results are errors.
  std::function<std::vector<std::size_t>(const exec::TextLedger& texts)> refuse;
  /// Takes the results, in whole lines, of each piece as soon as it is answered.
  std::function<base::Result<bool>(std::string_view lines)> write;
};

/// Answers a stream to its end, and finishes it. `compilation.requests` includes those that did not
/// compile. Fails as the stream does, or if a result cannot be written.
base::Result<void> write_lines(const Compilation& compilation, StreamRun& stream,
                               const LineOptions& options);

}  // namespace seedc::engine
