// What two engines that run a formula must agree on: rows, the bits of every output, the cause and
// the step of every null, and the rows that aggregates left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "test/differential/plain/formula.h"

namespace seedc::differential {

/// Where two engines differ on a formula: the item, if it is one, and both values.
struct FormulaDifference {
  std::string what;
  std::optional<std::size_t> item;
};

/// How an engine differs from the plain evaluator, or std::nullopt.
std::optional<FormulaDifference> find_difference(const plain::FormulaValues& plain,
                                                 const plain::FormulaValues& engine);

/// How many values of outputs an engine gave, over all items.
std::uint64_t count_values(const plain::FormulaValues& engine);

}  // namespace seedc::differential
