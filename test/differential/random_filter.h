// Random filters over rows, with every operator.
#pragma once

#include <string>
#include <vector>

#include "test/differential/formula_names.h"
#include "test/differential/random.h"

namespace seedc::differential {

/// The filters and row values defined above; the names of values have their `$`.
struct RowNames {
  std::vector<std::string> filters;
  std::vector<NamedValue> values;
};

/// A `where`, perhaps empty.
plain::Json random_where(Random& random, const FormulaNames& names,
                         const std::vector<NamedValue>& params, const RowNames& defined);

/// A `define_filter` step without its name.
plain::Json random_filter(Random& random, const FormulaNames& names,
                          const std::vector<NamedValue>& params, const RowNames& defined);

}  // namespace seedc::differential
