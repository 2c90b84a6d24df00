// The interface of backends, which run the plane programs of a plan. The interpreter is
// implemented here; native code is made by the compiler (compiler/native/jit) and passed to the
// runtime as Kernels too.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/contract/kernel.h"
#include "runtime/contract/plan.h"

namespace seedc::exec {

/// The plane programs of a plan.
enum class Program : std::uint8_t { ReviewDemand, TextDemand, Results };
constexpr std::size_t kProgramCount = 3;

const contract::PlaneProgram& program_of(const contract::Plan& plan, Program program);

/// Implementations must be thread-safe.
class Kernels {
 public:
  virtual ~Kernels() = default;
  /// See PlaneKernel (runtime/contract/kernel.h).
  virtual void run(Program program, const std::uint64_t* const* inputs,
                   std::uint64_t* const* outputs, std::uint64_t first_word,
                   std::uint64_t word_count) const = 0;
};

/// An interpreter that runs the plan's programs instruction by instruction, a block of planes at a
/// time. The plan must outlive it.
std::unique_ptr<Kernels> make_interpreter(const contract::Plan& plan);

}  // namespace seedc::exec
