// Orders a plane program as steps and divides them into parts of bounded size, one function each:
// LLVM's compile time grows superlinearly with the size of a function.
//
// Only values that some output needs are computed. A value that a later part reads is kept in a
// *slot*, a block of scratch memory in the kernel's frame that is reused after the value's last
// reader. Leaves (inputs and constants) take no slot: each part that reads one loads it again.
//
//   code: %0 = input 0, %1 = input 1, %2 = %0 & %1, %3 = %2 | %0; outputs: %3, %2
//   steps: compute %2, store output 1, | compute %3, store output 0      with two steps a part, %2
//   in slot 0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/kernel.h"

namespace seedc::codegen {

constexpr std::size_t kPartSteps = 256;
constexpr std::uint32_t kNoSlot = UINT32_MAX;

struct Step {
  enum class Kind : std::uint8_t { Compute, Store };
  Kind kind;
  std::uint32_t index;  ///< Compute: number of the value; Store: number of the output
};

struct Schedule {
  std::vector<Step> steps;           ///< part p starts at p * kPartSteps
  std::vector<std::uint32_t> slots;  ///< by value: its slot, or kNoSlot
  std::uint32_t slot_count = 0;

  std::size_t part_count() const { return (steps.size() + kPartSteps - 1) / kPartSteps; }
  std::span<const Step> part(std::size_t number) const {
    const std::span rest = std::span(steps).subspan(number * kPartSteps);
    return rest.first(std::min(rest.size(), kPartSteps));
  }
};

constexpr bool is_leaf(contract::PlaneProgram::Op op) {
  return op < contract::PlaneProgram::Op::And;
}

/// Fails (kind Limit) if more than limits::kNativeSlots values are alive across parts: slots are on
/// the stack, and 8,192 of up to 64 bytes take half a megabyte.
base::Result<Schedule> schedule(const contract::PlaneProgram& program);

}  // namespace seedc::codegen
