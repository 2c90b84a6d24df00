// JSON as text.
#pragma once

#include <string>

#include "compiler/ast/json.h"

namespace seedc::format {

/// On one line, with a blank after commas and colons, as the published programs have it; numbers as
/// they are spelled, non-ASCII as it is. Words are not JSON: the value has none.
std::string json_text(const ast::Json& json);

}  // namespace seedc::format
