// The results of Formula Seeds, as tables and in the machine formats that are contracts: jsonl,
// json, csv (docs/semantics.md section 6, output), and the ledger that says where every review,
// extraction, row and null went.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bounds/open_outputs.h"
#include "engine/report/requests.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/formula.h"

namespace seedc::report {

/// Which items are shown, and in which order: by an output, nulls last and equal ones in the
/// dataset's order.
struct ItemOrder {
  struct Key {
    std::size_t output = 0;
    bool descending = true;
  };
  std::optional<Key> key;          ///< without one, the dataset's order
  std::optional<std::size_t> top;  ///< no more than so many
};

/// How tables of formulas look.
struct TableOptions {
  Layout layout = {};
  /// The outputs that tables and CSV have, in this order; empty: all, in tables as many as fit. A
  /// formula that has none of them is shown as if there were none.
  std::vector<std::string> columns = {};
};

/// The result of one formula. The objects it points to must outlive it.
struct FormulaReport {
  const contract::Formula* formula;
  const exec::FormulaResult* result;
  exec::RowLedger rows;
  const bounds::OpenBounds* open = nullptr;             ///< null pointer: every output is settled
  const data::ExtractionReport* extractions = nullptr;  ///< null pointer if none were read
  ItemOrder order;
};

/// The items that are shown, in order.
std::vector<std::uint32_t> ordered_items(const FormulaReport& report, std::uint32_t item_count);

/// Where a formula's reviews, extraction rows and nulls went. Adds up over the parts of a dataset.
struct FormulaLedger {
  exec::RowLedger rows;
  std::optional<data::ExtractionReport> extractions;
  std::vector<std::uint64_t> left_out;  ///< as in FormulaResult
  std::vector<exec::ListLedger> lists;  ///< as in FormulaResult
  /// For each output, the number of items with each null.
  std::vector<std::map<language::Null, std::uint64_t>> null_items;
  std::vector<std::uint64_t> open_items;  ///< the same for items at which it is not settled
  /// If items are in an order of which not all that is shown is settled: `2 of the first 5 by
  /// RISK`.
  std::string open_order;

  static FormulaLedger of(const FormulaReport& report);
  void add(const FormulaLedger& part);
};

/// How many outputs of items are not settled.
std::uint64_t open_outputs(const FormulaLedger& ledger);

/// The results in a format. With several formulas, each line of jsonl names its formula. Json: an
/// object for each formula, a comma and a line end between them. CSV is of one formula.
std::string format_formulas(std::span<const FormulaReport> reports, const data::Dataset& dataset,
                            Format format, const TableOptions& options = {});

/// The lines of one item, one per formula, as in the jsonl of `format_formulas`.
std::string format_item(std::span<const FormulaReport> reports, const data::Dataset& dataset,
                        std::uint32_t item);

/// For people: reviews = rows + left out, extraction rows = used + left out, rows that aggregates
/// left out, and null outputs, each by reason. Short where nothing was lost.
std::string format_ledger(const contract::Formula& formula, const FormulaLedger& ledger,
                          base::SettingNames names = base::no_setting_names);

}  // namespace seedc::report
