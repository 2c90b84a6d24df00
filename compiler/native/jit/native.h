// Native code for the kernels of a run. LLVM is in a library of its own, libseedc_jit.so, which is
// loaded when the first of these functions is called, and stays: a process that compiles nothing
// never pays for it.
//
//   Result<NativeCode> code = NativeCode::compile({.lookup_count = 1, .programs = {program}});
//   if (!code) return tl::unexpected(code.error());
//   code->lookup()(lookups, planes, 0, word_count);
//   code->programs()[0](inputs, outputs, 0, word_count);
//
// The library is looked for as ../lib/libseedc_jit.so from the executable's folder, in that folder,
// and where it is installed. Where there is none, or it cannot be loaded, the functions fail (kind
// Service).
//
// All functions may be called from several threads at once; so may the kernels. Output planes must
// not overlap inputs.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "compiler/native/codegen/kernel_source.h"
#include "runtime/base/result.h"

namespace seedc {

struct LoadedKernels;

/// Owns the machine code of its kernels: they may be called as long as it lives.
class NativeCode {
 public:
  /// The programs must be well-formed: operands name earlier values and existing planes. A program
  /// that keeps too many values alive at once fails (kind Limit).
  static Result<NativeCode> compile(const KernelSource& source);

  LookupKernel lookup() const;
  /// In the order of KernelSource::programs.
  std::span<const PlaneKernel> programs() const;
  /// In the order of KernelSource::scores.
  std::span<const ScoreKernel> scores() const;

  NativeCode(NativeCode&&) noexcept;
  NativeCode& operator=(NativeCode&&) noexcept;
  ~NativeCode();

 private:
  explicit NativeCode(std::unique_ptr<LoadedKernels> kernels);

  std::unique_ptr<LoadedKernels> kernels_;
};

/// What can be looked at on the way to machine code for this host.
enum class NativeStage { Llvm, Asm, Obj };

/// Llvm and Asm are text, Obj is an ELF object.
Result<std::string> emit_native(const KernelSource& source, NativeStage stage);

}  // namespace seedc
