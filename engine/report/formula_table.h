// The outputs of a formula as a table for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/report/formulas.h"

namespace seedc::report {

/// The numbers of the outputs that were chosen, in that order; empty if none was.
std::vector<std::size_t> chosen_outputs(const contract::Formula& formula,
                                        const std::vector<std::string>& columns);

/// A title, and a row for each of `items`. Of many outputs, if none were chosen, the one that
/// orders the items is shown, then as many of the last as fit: results are at the end of a formula.
std::string formula_table(const FormulaReport& report, std::span<const std::uint32_t> items,
                          const data::Dataset& dataset, const TableOptions& options);

}  // namespace seedc::report
