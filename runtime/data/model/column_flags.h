// What a test says of the values of a column: one flag per code. A column has every distinct value
// in memory; where there are many of them, such as dates, and one test is all that they are for,
// they need not be kept.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/base/memory.h"
#include "runtime/data/model/flat_array.h"
#include "runtime/language/value.h"

namespace seedc::data {

/// Called from several threads.
using ValueTest = std::function<bool(const language::Value&)>;

/// May refer to the dataset it is from.
struct ColumnFlags {
  FlatArray<std::uint32_t> codes;   ///< one per row, each below the number of flags
  std::vector<std::uint8_t> flags;  ///< 1: the test holds for the value of this code
  base::MemoryCharge charge = {};   ///< of the flags

  bool holds(std::uint32_t row) const { return flags[codes[row]] != 0; }
};

}  // namespace seedc::data
