// Parses JSON text into a value, for the reader of modules.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/language/value.h"

namespace seedc::ir {

/// std::nullopt if the text is not valid JSON. Integers beyond 64 bits become reals; the last of
/// repeated keys wins. Takes time linear in the text; the caller limits the depth of nesting.
std::optional<language::Value> value_of_json(std::string_view text);

}  // namespace seedc::ir
