// What values of Arrow arrays mean, as JSON: the one place that says so (semantics.md section 1).
#pragma once

#include <cstdint>
#include <string>

#include "runtime/data/arrow/array.h"

namespace seedc::data::arrow {

/// Appends the value at a slot; `null` if it has none. Fields and entries of objects without a
/// value are left out; of equal keys of a map the last is written last. Texts are written as they
/// are, UTF-8 or not.
void append_json(std::string& out, const Array& array, std::int64_t slot);

/// The same, with values at fault as `["invalid"]`: for readers that report values of wrong types.
void append_json_with_faults(std::string& out, const Array& array, std::int64_t slot);

}  // namespace seedc::data::arrow
