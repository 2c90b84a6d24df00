// The parts of random formulas that are about lists of rows.
#pragma once

#include <vector>

#include "test/differential/formula_names.h"
#include "test/differential/random.h"
#include "test/differential/random_filter.h"

namespace seedc::differential {

/// A `collect` without its name and `where`.
plain::Json random_list(Random& random, const FormulaNames& names, const RowNames& defined);

}  // namespace seedc::differential
