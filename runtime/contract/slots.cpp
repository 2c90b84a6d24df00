// Allocates slots by a linear scan over lifetimes, and determines the lifetimes of score programs.
#include "runtime/contract/slots.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace seedc::contract {

Slots assign_slots(std::span<const Lifetime> lifetimes) {
  using Ending = std::pair<std::uint32_t, std::uint32_t>;  // the time, the slot
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> endings;
  std::vector<std::uint32_t> free;
  Slots slots;
  for (const Lifetime& life : lifetimes) {
    for (; !endings.empty() && endings.top().first < life.begin; endings.pop())
      free.push_back(endings.top().second);
    if (free.empty()) free.push_back(slots.count++);
    slots.of.push_back(free.back());
    endings.emplace(life.end, free.back());
    free.pop_back();
  }
  return slots;
}

std::vector<Lifetime> lifetimes_of(const ScoreProgram& program) {
  std::vector<Lifetime> lifetimes(program.code.size());
  std::uint32_t begin = 0;
  for (const ScorePhase& phase : program.phases) {
    for (std::uint32_t value = begin; value < phase.item_end; ++value) {
      const bool is_in_loop = value < phase.row_end && !program.code[value].is_per_row;
      lifetimes[value] = is_in_loop ? Lifetime{begin, phase.row_end - 1} : Lifetime{value, value};
      for (const std::uint32_t operand : operands_of(program.code[value])) {
        if (operand == kNoOperand) continue;
        const bool is_read_by_loop = value < phase.row_end && !program.code[operand].is_per_row;
        std::uint32_t& end = lifetimes[operand].end;
        end = std::max(end, is_read_by_loop ? phase.row_end - 1 : value);
      }
    }
    begin = phase.item_end;
  }
  for (const std::uint32_t output : program.outputs) lifetimes[output].end = kForever;
  return lifetimes;
}

}  // namespace seedc::contract
