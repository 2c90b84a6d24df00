// What a compiled object depends on, as bytes: objects of equal keys are interchangeable.
#pragma once

#include <string>
#include <string_view>

#include "compiler/native/codegen/kernel_source.h"

namespace seedc {

/// The code of the kernels, this processor, and `compiler`, which says what made the object. Names,
/// paths, constants and tables are not in it: code reads them from its input.
std::string object_key(const KernelSource& source, std::string_view compiler);

}  // namespace seedc
