// Orders a plane program as steps and cuts them into parts of bounded size, one function each: the
// time LLVM takes grows faster than the size of a function.
//
// Only what some output needs is computed. A value that a later part reads is kept in a *slot*, a
// block of scratch memory that belongs to the kernel's frame and is used again once the value's
// last reader is done. Leaves (inputs and constants) take no slot: each part that reads one loads
// it anew.
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
  std::vector<Step> steps;           ///< part p has those from p * kPartSteps on
  std::vector<std::uint32_t> slots;  ///< by value: its slot, or kNoSlot
  std::uint32_t slot_count = 0;

  std::size_t part_count() const { return (steps.size() + kPartSteps - 1) / kPartSteps; }
  std::span<const Step> part(std::size_t number) const {
    const std::span rest = std::span(steps).subspan(number * kPartSteps);
    return rest.first(std::min(rest.size(), kPartSteps));
  }
};

constexpr bool is_leaf(PlaneProgram::Op op) { return op < PlaneProgram::Op::And; }

/// Fails (kind Limit) if more than limits::kNativeSlots values are alive from part to part: slots
/// are on the stack, and 8,192 of up to 64 bytes are half a megabyte.
Result<Schedule> schedule(const PlaneProgram& program);

}  // namespace seedc::codegen
