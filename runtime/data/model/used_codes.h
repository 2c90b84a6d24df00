// What rows of a column have: a column that was loaded may have further values, of records that
// were left out.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/data/model/dataset.h"

namespace seedc::data {

/// The codes that rows have, each once, in ascending order; that of missing values too.
std::vector<std::uint32_t> used_codes(const Column& column);

/// Whether any row has a value. Looks at rows up to the first that has one.
bool has_values(const Column& column);

}  // namespace seedc::data
