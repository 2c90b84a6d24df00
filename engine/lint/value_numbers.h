// Numbers the values of a module so that structurally equal values share a number.
#pragma once

#include <vector>

#include "compiler/ir/module.h"

namespace seedc::lint {

struct ValueNumbers {
  ir::Module module;                   ///< equal instructions are one
  std::vector<ir::ValueId> canonical;  ///< of each instruction of the original: that in `module`
};

ValueNumbers number_values(const ir::Module& module);

}  // namespace seedc::lint
