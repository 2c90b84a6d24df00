// The types of a formula's outputs, as far as its program decides them, for results whose columns
// have a type whatever the data is. Pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/contract/formula.h"

namespace seedc::contract {

/// The values that an output has in any data, besides null.
enum class OutputType : std::uint8_t {
  Bool,
  Int,
  Real,
  Number,  ///< integers, reals, or both: only the data decides
  Str,
  Any,   ///< scalars of several kinds: only the data decides
  List,  ///< of `collect`; never null
};

/// `boolean`, `integer`, `real`, `number`, `string`, `json` (of Any, whose values are written so)
/// or `list`.
std::string_view name_of(OutputType type);

/// The type of what is of one type or of the other: Number for two kinds of numbers, else Any if
/// they differ.
OutputType join(OutputType a, OutputType b);

/// One per output. Depends on the formula alone: it is the same for all data and backends. A cell
/// of a result of type Number may be an integer or a real; of Bool, Int, Real and Str it has that
/// kind. The program must be the formula's own, not one specialised to some data.
std::vector<OutputType> output_types(const Formula& formula);

}  // namespace seedc::contract
