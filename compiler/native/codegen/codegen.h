// From kernels as data to an LLVM module that holds them as functions of the names in
// kernel_names.h and the prototypes in runtime/contract/kernel.h and score.h.
//
// The operations are emitted in the width of the target's registers, so that the module needs no IR
// passes and does well at the cheapest level of code generation (measured; see README.md).
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

/// `vector_words` is how many 64-bit words a vector register of the target holds: 2, 4 or 8.
/// Fails (kind Limit) on a program that keeps too many values alive at once; see schedule.h.
Result<std::unique_ptr<llvm::Module>> generate(const KernelSource& source,
                                               llvm::LLVMContext& context, unsigned vector_words);

}  // namespace seedc::codegen
