// What values are equal by: their operation and their operands.
#pragma once

#include <span>
#include <string>

#include "compiler/ir/module.h"

namespace seedc::ir {

/// A text that two instructions share if and only if their operations are equal and their operands
/// have the same numbers, whatever these are numbers of.
std::string value_key(const Inst& inst, std::span<const ValueId> operands);

}  // namespace seedc::ir
