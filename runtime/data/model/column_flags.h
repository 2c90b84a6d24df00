// What is needed of the values of a column: whether a test holds for them, or a number each, such
// as the year of a date. A column has every distinct value in memory; where there are many of them,
// such as dates, and that is all that they are for, they need not be kept.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/base/memory.h"
#include "runtime/data/model/flat_array.h"
#include "runtime/language/value.h"

namespace seedc::data {

/// Called from several threads.
template <class Mark>
using MarkOf = std::function<Mark(const language::Value&)>;

/// May refer to the dataset it is from.
template <class Mark>
struct ColumnMarks {
  FlatArray<std::uint32_t> codes;  ///< one per row, each below the number of marks
  std::vector<Mark> marks;         ///< of the value of each code
  base::MemoryCharge charge = {};  ///< of the marks

  Mark of(std::uint32_t row) const { return marks[codes[row]]; }
  bool holds(std::uint32_t row) const { return of(row) != 0; }
};

using ColumnFlags = ColumnMarks<std::uint8_t>;
using ColumnNumbers = ColumnMarks<std::uint16_t>;
using ValueTest = MarkOf<std::uint8_t>;
using ValueNumber = MarkOf<std::uint16_t>;

}  // namespace seedc::data
