// The literals that a pattern requires, read off its tree.
#pragma once

#include <optional>

#include "compiler/pattern/regex_tree.h"
#include "runtime/language/required_literals.h"

namespace seedc::pattern {

/// `std::nullopt` if the pattern requires no literal worth looking for, or too many.
std::optional<language::RequiredLiterals> required_literals(const Node& root);

}  // namespace seedc::pattern
