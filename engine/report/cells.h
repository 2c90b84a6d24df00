// Cells in reports: their JSON, their text for people, and their order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/contract/score.h"

namespace seedc::report {

/// As JSON: integers without a point, reals in their shortest form with one.
void append_json(std::string& out, const language::Cell& cell);

/// As a field of CSV; null is empty.
std::string csv_cell(const language::Cell& cell);

/// A column of cells for people: all its reals with the same decimals, so that they can be compared
/// by eye; strings printable; of lists their lengths.
std::vector<std::string> shown(std::span<const language::Cell> cells);

/// Whether a comes before b: nulls last; numbers before strings before booleans, or the other way
/// round.
bool comes_before(const language::Cell& a, const language::Cell& b, bool descending);

}  // namespace seedc::report
