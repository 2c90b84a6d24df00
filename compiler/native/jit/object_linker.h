// Links an object that was compiled before, without LLVM: its sections are laid out in memory, and
// its calls of the runtime's helpers (compiler/native/codegen/score_helpers.h) go through
// trampolines beside them.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "compiler/native/jit/backend.h"

namespace seedc {

/// The kernels of an ELF object; null pointer if it is none for this processor, lacks a kernel, or
/// asks for more than this linker does. Every place in the object is checked before it is used.
std::unique_ptr<LoadedKernels> link_object(std::string_view object, std::size_t program_count,
                                           std::size_t score_count);

}  // namespace seedc
