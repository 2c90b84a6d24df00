// Random formulas over every operation, type and operator, free of errors.
#pragma once

#include "test/differential/plain/json.h"
#include "test/differential/random.h"

namespace seedc::differential {

/// A formula over rows of these fields, its expressions trees as formula_text.h has them. Most of
/// its steps are outputs. Steps use one another, so that a null spreads and a filter is shared.
plain::Json random_formula(Random& random, const plain::Json& fields);

}  // namespace seedc::differential
