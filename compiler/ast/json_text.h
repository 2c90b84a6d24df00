// JSON as text, in the style of the published programs.
#pragma once

#include <string>

#include "compiler/ast/json.h"

namespace seedc::ast {

/// On one line, with a space after commas and colons, as in the published programs; numbers as they
/// are spelled, non-ASCII unescaped. The value must not contain Words, which are not JSON.
std::string json_text(const Json& json);

}  // namespace seedc::ast
