// Numbers the values of a module so that structurally equal values share a number.
#pragma once

#include <span>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::lint {

struct ValueNumbers {
  ir::Module module;                   ///< equal instructions are one
  std::vector<ir::ValueId> canonical;  ///< of each instruction of the original: that in `module`
};

/// `distinct`: instructions that are equal to none but themselves, whatever is written there.
ValueNumbers number_values(const ir::Module& module, std::span<const ir::ValueId> distinct = {});

}  // namespace seedc::lint
