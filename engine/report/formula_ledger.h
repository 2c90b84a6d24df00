// The parts of a formula's ledger that are counted besides its rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/formulas.h"

namespace seedc::report {

/// Rows that a sum, max or min left out for one cause, or groups that a step over groups left out.
/// Intended nulls are not counted, here and below.
struct RowsLeftOut {
  std::string step;
  language::NullCause cause;
  std::uint64_t count;
  bool are_groups;
};
std::vector<RowsLeftOut> rows_left_out(const contract::Formula& formula,
                                       const FormulaLedger& ledger);

/// Items at which an output is null, for one cause that arose in one step.
struct NullOutputs {
  std::string output;
  std::string step;
  language::NullCause cause;
  std::uint64_t items;
};
std::vector<NullOutputs> null_outputs(const contract::Formula& formula,
                                      const FormulaLedger& ledger);

/// Faults of extraction lines, and how reports name them.
struct FaultName {
  data::ExtractionReport::Fault fault;
  std::string_view key;     ///< in JSON
  std::string_view people;  ///< after a number of rows, or of values read as missing
};
constexpr FaultName kRowFaults[] = {
    {data::ExtractionReport::Fault::BrokenLine, "broken_lines", "broken"},
    {data::ExtractionReport::Fault::UnknownReview, "unknown_reviews", "of unknown reviews"},
    {data::ExtractionReport::Fault::DuplicateReview, "duplicate_reviews", "repeated"},
};
constexpr FaultName kValueFaults[] = {
    {data::ExtractionReport::Fault::WrongType, "wrong_types", "of the wrong type"},
    {data::ExtractionReport::Fault::Undeclared, "undeclared_values", "undeclared"},
    {data::ExtractionReport::Fault::OutOfRange, "values_out_of_range", "out of range"},
    {data::ExtractionReport::Fault::Ungrounded, "ungrounded_values", "ungrounded"},
    {data::ExtractionReport::Fault::Disputed, "disputed_values", "disputed"},
};
std::uint64_t count_of(const data::ExtractionReport& report, data::ExtractionReport::Fault fault);

/// `{"reviews":N,…}`
std::string ledger_json(const contract::Formula& formula, const FormulaLedger& ledger);

}  // namespace seedc::report
