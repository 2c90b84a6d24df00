// A condition in words, for messages, explanations and printed plans.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/language/conditions.h"

namespace seedc {

struct Description {
  /// As a message speaks of it: "`attributes.HasTV` is `False`", "a review matches `cozy`".
  std::string sentence;
  /// The operands beside the value that was met: `true "False"`, `4 stars or more in at least 1
  /// review`. Empty for conditions on texts, of which the pattern says it.
  std::string asked;
  /// Every field, for `emit plan`: `attributes.HasTV matches yes "False" no - neutral - missing 0`.
  std::string in_full;
};

Description describe(const Condition& condition);

/// A value as a program writes it: strings in quotes, all else as Python's str().
std::string written(const Value& value);

/// `4`, `4.25`: as few digits as say it, at most four after the point.
std::string number_text(double number);

}  // namespace seedc
