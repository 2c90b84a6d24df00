// The contexts in which expressions occur in a Formula Seed.
#pragma once

#include <functional>
#include <set>
#include <string>

namespace seedc::parse {

enum class ExpressionForm {
  Value,      ///< `expr`
  Condition,  ///< `when` of a `case` without `source`
  Test,       ///< `when` of a `case` with `source`: an operator and its right operand
};

/// The names of a formula's steps: `true` and `null` are not keywords in Python and may be among
/// them.
using StepNames = std::set<std::string, std::less<>>;

}  // namespace seedc::parse
