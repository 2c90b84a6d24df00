// A load of a formula as it reads one value: converted, tested, or looked up.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/exec/prepared_formula.h"
#include "runtime/exec/tested_values.h"

namespace seedc::exec {

/// For one thread. The prepared formula must outlive it.
class LoadReader {
 public:
  LoadReader(const PreparedFormula& prepared, std::size_t number);

  /// The cell of a value of the load's column (column_of), missing or not. It may point to a string
  /// of the value, of the load or of the formula's tables.
  language::Cell read(const language::Value& value);
  /// The same of a value as the load reads it (`read_as`).
  language::Cell cell_for(const language::Value& value);
  /// How many of the values reached the match limit of a pattern.
  std::uint64_t undecided() const { return test_ ? test_->undecided() : 0; }

 private:
  const PreparedFormula& prepared_;
  const contract::LoadSpec& load_;
  std::optional<PreparedTest::Run> test_;
};

}  // namespace seedc::exec
