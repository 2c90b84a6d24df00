// The outputs of a formula as a table for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/report/formulas.h"

namespace seedc::report {

/// A title, and a row for each of `items`. Of many outputs the one that orders the items is shown,
/// then as many of the last as fit: results are at the end of a formula.
std::string formula_table(const FormulaReport& report, std::span<const std::uint32_t> items,
                          const data::Dataset& dataset, base::SettingNames names);

}  // namespace seedc::report
