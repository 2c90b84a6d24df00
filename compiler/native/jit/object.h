// Compiles kernels to an object for this host, which jit.cpp links and `emit` prints.
#pragma once

#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <string>

#include "compiler/native/jit/native.h"

namespace seedc::jit {

using Object = std::unique_ptr<llvm::MemoryBuffer>;

base::Result<Object> create_object(const codegen::KernelSource& source);
base::Result<std::string> emit(const codegen::KernelSource& source, NativeStage stage);

/// Converts an LLVM error to ours.
tl::unexpected<base::Error> fail_as(llvm::Error error);

}  // namespace seedc::jit
