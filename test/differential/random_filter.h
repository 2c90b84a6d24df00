// Random filters over rows, with every operator.
#pragma once

#include <string>
#include <vector>

#include "test/differential/formula_names.h"
#include "test/differential/random.h"

namespace seedc::differential {

/// A `where`, perhaps empty. `filters` are those defined above.
plain::Json random_where(Random& random, const FormulaNames& names,
                         const std::vector<NamedValue>& params,
                         const std::vector<std::string>& filters);

/// A `define_filter` step without its name.
plain::Json random_filter(Random& random, const FormulaNames& names,
                          const std::vector<NamedValue>& params,
                          const std::vector<std::string>& filters);

}  // namespace seedc::differential
