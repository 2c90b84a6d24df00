// Compiles kernels to an object for this host, which jit.cpp links and `emit` prints.
#pragma once

#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <exception>
#include <memory>
#include <string>

#include "compiler/native/jit/native.h"

namespace seedc::jit {

using Object = std::unique_ptr<llvm::MemoryBuffer>;

/// A fatal error of LLVM, which indicates a bug in the code generated here or in LLVM. Thrown from
/// LLVM's handler of them, through LLVM.
struct FatalError {
  std::string reason;
};

/// For what LLVM works on. An exception passes through LLVM without running its destructors, and
/// leaves locked and half done what it was working on; so that is leaked.
struct DeleteUnlessThrown {
  template <class T>
  void operator()(T* object) const {
    if (std::uncaught_exceptions() == 0) delete object;
  }
};

template <class T>
using Kept = std::unique_ptr<T, DeleteUnlessThrown>;

/// Both may throw FatalError.
base::Result<Object> create_object(const codegen::KernelSource& source);
base::Result<std::string> emit(const codegen::KernelSource& source, NativeStage stage);

/// Converts an LLVM error to ours.
tl::unexpected<base::Error> fail_as(llvm::Error error);
tl::unexpected<base::Error> cannot_make(const std::string& reason);

/// What the work returns, or the fatal error that ended it.
template <class Work>
auto without_fatal_errors(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const FatalError& error) {
    return cannot_make(error.reason);
  }
}

}  // namespace seedc::jit
