// Native code for the kernels of a run. LLVM is in a separate library, libseedc_jit.so, which is
// loaded by the first call of one of these functions and stays loaded: a process that compiles no
// code does not pay for it.
//
//   Result<NativeCode> code = NativeCode::compile({.programs = {program}});
//   if (!code) return tl::unexpected(code.error());
//   code->programs()[0](inputs, outputs, 0, word_count);
//
// The library is searched as ../lib/libseedc_jit.so relative to the executable's folder, in that
// folder, and in the installation folder. If it is missing or cannot be loaded, the functions fail
// (kind Service).
//
// All functions and the kernels are thread-safe. Output planes must not overlap inputs.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "compiler/native/codegen/kernel_source.h"
#include "runtime/base/result.h"

namespace seedc::jit {

struct LoadedKernels;

/// Owns the machine code of its kernels: they may be called while it is alive.
class NativeCode {
 public:
  /// The programs must be well formed: operands refer to earlier values and existing planes. Fails
  /// (kind Limit) for a program that keeps too many values alive at once.
  static base::Result<NativeCode> compile(const codegen::KernelSource& source);

  /// In the order of KernelSource::programs.
  std::span<const contract::PlaneKernel> programs() const;
  /// In the order of KernelSource::scores.
  std::span<const contract::ScoreKernel> scores() const;

  NativeCode(NativeCode&&) noexcept;
  NativeCode& operator=(NativeCode&&) noexcept;
  ~NativeCode();

 private:
  explicit NativeCode(std::unique_ptr<LoadedKernels> kernels);

  std::unique_ptr<LoadedKernels> kernels_;
};

/// The intermediate forms of machine code for this host that can be printed.
enum class NativeStage { Llvm, Asm, Obj };

/// Llvm and Asm are text, Obj is an ELF object.
base::Result<std::string> emit_native(const codegen::KernelSource& source, NativeStage stage);

}  // namespace seedc::jit
