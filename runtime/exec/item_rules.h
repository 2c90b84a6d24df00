// The conditions on items, decided for one value (semantics.md section 3, item_meta and
// item_meta_hours).
#pragma once

#include <string>
#include <vector>

#include "runtime/contract/plan.h"
#include "runtime/data/dataset.h"

namespace seedc {

/// The path that a condition of stage Items looks at.
const Path& item_path(const plan::Condition& condition);

/// One verdict a distinct value of the column: bit 0 for +1, bit 1 for -1
/// (runtime/contract/kernel.h, Lookup). `texts` are the texts of the values, which conditions on
/// the same column share.
std::vector<std::uint8_t> decide(const plan::Condition& condition, const Column& column,
                                 const std::vector<std::string>& texts);

}  // namespace seedc
