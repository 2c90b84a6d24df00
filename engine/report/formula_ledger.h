// The parts of a formula's ledger that are counted besides its rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/formulas.h"

namespace seedc {

/// Rows that a sum, max or min left out for one cause.
struct RowsLeftOut {
  std::string step;
  NullCause cause;
  std::uint64_t rows;
};
std::vector<RowsLeftOut> rows_left_out(const plan::Formula& formula, const FormulaLedger& ledger);

/// Items at which an output is null, for one cause that arose in one step.
struct NullOutputs {
  std::string output;
  std::string step;
  NullCause cause;
  std::uint64_t items;
};
std::vector<NullOutputs> null_outputs(const plan::Formula& formula, const FormulaLedger& ledger);

/// Faults of extraction lines, and how reports name them.
struct FaultName {
  ExtractionReport::Fault fault;
  std::string_view key;     ///< in JSON
  std::string_view people;  ///< behind a number: of rows, or of values read as missing
};
constexpr FaultName kRowFaults[] = {
    {ExtractionReport::Fault::BrokenLine, "broken_lines", "broken"},
    {ExtractionReport::Fault::UnknownReview, "unknown_reviews", "of unknown reviews"},
    {ExtractionReport::Fault::DuplicateReview, "duplicate_reviews", "repeated"},
};
constexpr FaultName kValueFaults[] = {
    {ExtractionReport::Fault::WrongType, "wrong_types", "of the wrong type"},
    {ExtractionReport::Fault::Undeclared, "undeclared_values", "undeclared"},
    {ExtractionReport::Fault::Ungrounded, "ungrounded_values", "ungrounded"},
};
std::uint64_t count_of(const ExtractionReport& report, ExtractionReport::Fault fault);

/// `{"reviews":N,…}`
std::string ledger_json(const plan::Formula& formula, const FormulaLedger& ledger);

}  // namespace seedc
