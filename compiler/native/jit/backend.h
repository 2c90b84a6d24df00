// The interface between libseedc_jit.so and its loader: one symbol, kBackendSymbol, of type
// NativeBackend.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/native/jit/native.h"

namespace seedc::jit {

/// Kernels in memory; the destructor frees it.
struct LoadedKernels {
  virtual ~LoadedKernels() = default;

  std::vector<contract::PlaneKernel> programs;
  std::vector<contract::ScoreKernel> scores;
};

struct NativeBackend {
  base::Result<std::unique_ptr<LoadedKernels>> (*compile)(const codegen::KernelSource& source);
  base::Result<std::string> (*emit)(const codegen::KernelSource& source, NativeStage stage);
};

/// The number is incremented with every change of these types, so that a library of another version
/// is rejected.
inline constexpr const char* kBackendSymbol = "seedc_native_backend_5";

}  // namespace seedc::jit
