// Decides where the values of a program are kept: which values are alive at the same time, and
// which can therefore share a register, a slot or a cell. Both backends allocate by this.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/contract/score.h"

namespace seedc::contract {

/// The time from the write of a value to its last read, both included, in the caller's unit.
struct Lifetime {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Lifetime&, const Lifetime&) = default;
};

/// The end of what is read after the program.
constexpr std::uint32_t kForever = UINT32_MAX;

struct Slots {
  std::vector<std::uint32_t> of;  ///< one per lifetime, in the order given
  std::uint32_t count = 0;
};

/// Gives lifetimes, in the order of their begin, slots that no two share that have a time in
/// common. Takes as few slots as possible, and first the one released last, which is most likely
/// still in the cache. Takes O(n log n) steps for n lifetimes.
Slots assign_slots(std::span<const Lifetime> lifetimes);

/// When each value of the program is alive, by its number; the time is the number of the
/// instruction that is evaluated.
///
/// A loop over rows is one time for the values of the item that it reads or computes: each lives
/// from the first instruction of the phase to the last one of its rows, because the loop comes back
/// to all of them. Row values live from their instruction to their last reader, which is right for
/// who evaluates a row's instructions in the order of the code. Outputs live forever. Lifetimes of
/// item values begin in the order of the values, and so do those of row values. Constants need no
/// slot.
std::vector<Lifetime> lifetimes_of(const ScoreProgram& program);

}  // namespace seedc::contract
