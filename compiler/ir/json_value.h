// JSON text to a value, for the reader of modules.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/language/value.h"

namespace seedc::ir {

/// Nothing if it is no JSON. Integers beyond 64 bits are reals; of repeated keys the last value
/// holds. Takes time linear in the text; how deep values are nested is up to the caller.
std::optional<Value> value_of_json(std::string_view text);

}  // namespace seedc::ir
