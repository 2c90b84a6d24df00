// Generates an LLVM module from kernels given as data. The functions have the names in
// kernel_names.h and the prototypes in runtime/contract/kernel.h and score.h.
//
// Operations are emitted at the width of the target's registers, so that the module needs no IR
// passes and the cheapest level of code generation suffices (measured; see README.md).
#pragma once

#include <memory>

#include "compiler/native/codegen/kernel_source.h"
#include "runtime/base/result.h"

namespace llvm {
class DataLayout;
class LLVMContext;
class Module;
}  // namespace llvm

namespace seedc::codegen {

/// `vector_words` is the number of 64-bit words in a vector register of the target: 2, 4 or 8.
/// Fails (kind Limit) for more than limits::kNativeInsts instructions, and for a program that keeps
/// too many values alive at once; see schedule.h.
base::Result<std::unique_ptr<llvm::Module>> generate(const KernelSource& source,
                                                     llvm::LLVMContext& context,
                                                     unsigned vector_words);

}  // namespace seedc::codegen
