// Schedules plane programs: orders the steps as in the code, cuts them into parts of kPartSteps,
// and allocates slots by last use.
#include "compiler/native/codegen/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/ir/walk.h"
#include "runtime/base/limits.h"
#include "runtime/contract/slots.h"

namespace seedc::codegen {
namespace {

using Op = contract::PlaneProgram::Op;

std::vector<bool> find_needed(const contract::PlaneProgram& program) {
  return ir::live(program.code.size(), program.outputs, [&](std::size_t value) {
    const contract::PlaneProgram::Inst& inst = program.code[value];
    return is_leaf(inst.op) ? std::vector<std::uint32_t>() : std::vector{inst.a, inst.b};
  });
}

/// The outputs in the order in which their values are computed.
std::vector<std::uint32_t> outputs_by_value(const contract::PlaneProgram& program) {
  std::vector<std::uint32_t> order(program.outputs.size());
  for (std::uint32_t output = 0; output < order.size(); ++output) order[output] = output;
  std::ranges::sort(
      order, {}, [&](std::uint32_t output) { return std::pair(program.outputs[output], output); });
  return order;
}

/// Stores immediately follow their values, so that few values stay alive.
std::vector<Step> make_steps(const contract::PlaneProgram& program) {
  const std::vector<bool> needed = find_needed(program);
  const std::vector<std::uint32_t> order = outputs_by_value(program);
  std::vector<Step> steps;
  auto output = order.begin();
  for (std::uint32_t value = 0; value < program.code.size(); ++value) {
    if (needed[value] && !is_leaf(program.code[value].op)) {
      steps.push_back({Step::Kind::Compute, value});
    }
    for (; output != order.end() && program.outputs[*output] == value; ++output) {
      steps.push_back({Step::Kind::Store, *output});
    }
  }
  return steps;
}

/// Calls `use` with each value that the step reads.
template <class Use>
void for_each_operand(const contract::PlaneProgram& program, Step step, Use use) {
  if (step.kind == Step::Kind::Store) {
    use(program.outputs[step.index]);
  } else {
    use(program.code[step.index].a);
    use(program.code[step.index].b);
  }
}

/// For each value, the last part that reads it.
std::vector<std::uint32_t> find_last_parts(const contract::PlaneProgram& program,
                                           const Schedule& schedule) {
  std::vector<std::uint32_t> last(program.code.size());
  for (std::uint32_t part = 0; part < schedule.part_count(); ++part) {
    for (Step step : schedule.part(part)) {
      for_each_operand(program, step, [&](std::uint32_t value) { last[value] = part; });
    }
  }
  return last;
}

/// Values that only their own part reads need no slot.
void assign_slots(const contract::PlaneProgram& program, Schedule& schedule) {
  const std::vector<std::uint32_t> last = find_last_parts(program, schedule);
  std::vector<std::uint32_t> values;
  std::vector<contract::Lifetime> lifetimes;
  for (std::uint32_t part = 0; part < schedule.part_count(); ++part) {
    for (Step step : schedule.part(part)) {
      if (step.kind == Step::Kind::Store || last[step.index] == part) continue;
      values.push_back(step.index);
      lifetimes.push_back({part, last[step.index]});
    }
  }
  const contract::Slots slots = contract::assign_slots(lifetimes);
  schedule.slot_count = slots.count;
  schedule.slots.assign(program.code.size(), kNoSlot);
  for (std::size_t i = 0; i < values.size(); ++i) schedule.slots[values[i]] = slots.of[i];
}

}  // namespace

base::Result<Schedule> schedule(const contract::PlaneProgram& program) {
  Schedule result;
  result.steps = make_steps(program);
  assign_slots(program, result);
  if (result.slot_count > base::limits::kNativeSlots) {
    return base::fail(
        base::error<base::ErrorCode::TooManySlots>(result.slot_count, base::limits::kNativeSlots)
            .with_help("use the interpreter", base::Setting::Interpreter));
  }
  return result;
}

}  // namespace seedc::codegen
