// Schedules score programs: determines guards from readers back to operands, assigns steps to
// functions, and gives cells to values that functions pass on.
#include "compiler/native/codegen/score_schedule.h"

#include <algorithm>
#include <map>
#include <optional>

#include "compiler/ir/walk.h"
#include "runtime/contract/slots.h"

namespace seedc::codegen {
namespace {

constexpr std::uint32_t kNoFunction = UINT32_MAX;
/// The size of a loop within a part, in addition to its steps.
constexpr std::size_t kLoopSteps = 8;

/// The row values of one phase, and the uses of each.
class RowSection {
 public:
  RowSection(const contract::ScoreProgram& program, std::uint32_t begin, std::uint32_t end)
      : program_(program), begin_(begin), end_(end), guards_(end - begin) {
    std::vector<std::uint32_t> aggregates;
    for (std::uint32_t value = begin; value < end; ++value) {
      if (language::is_aggregate(program.code[value].op)) aggregates.push_back(value - begin);
    }
    needed_ = ir::live(end - begin, aggregates, [&](std::size_t number) {
      return operands_within(begin_ + static_cast<std::uint32_t>(number));
    });
    for (std::uint32_t value = end; value-- > begin;) guard_operands(value);
  }

  bool has_aggregates() const {
    return std::any_of(
        program_.code.begin() + begin_, program_.code.begin() + end_,
        [](const contract::ScoreInst& inst) { return language::is_aggregate(inst.op); });
  }

  /// The unguarded steps, then those of each guard.
  std::vector<RowStep> steps() const {
    std::map<std::uint32_t, std::vector<RowStep>> guarded;
    std::vector<RowStep> result;
    for (std::uint32_t value = begin_; value < end_; ++value) {
      if (!is_step(value)) continue;
      const std::uint32_t guard = guard_of(value);
      (guard == contract::kNoOperand ? result : guarded[guard]).push_back({value, guard});
    }
    for (const auto& [guard, steps] : guarded)
      result.insert(result.end(), steps.begin(), steps.end());
    return result;
  }

 private:
  bool is_step(std::uint32_t value) const {
    const contract::ScoreInst& inst = program_.code[value];
    if (language::is_aggregate(inst.op)) return true;
    return inst.is_per_row && inst.op != language::Operation::Constant && needed_[value - begin_];
  }

  /// Counting is cheaper than a branch.
  std::uint32_t guard_of(std::uint32_t value) const {
    const contract::ScoreInst& inst = program_.code[value];
    if (inst.op == language::Operation::Count) return contract::kNoOperand;
    return language::is_aggregate(inst.op) ? inst.a
                                           : guards_[value - begin_].value_or(contract::kNoOperand);
  }

  /// The operands that are values of the section, by their number in it.
  std::vector<std::uint32_t> operands_within(std::uint32_t value) const {
    std::vector<std::uint32_t> within;
    for (const std::uint32_t operand : contract::operands_of(program_.code[value])) {
      if (operand != contract::kNoOperand && operand >= begin_) within.push_back(operand - begin_);
    }
    return within;
  }

  /// Readers with different guards leave their operand without one.
  void guard_operands(std::uint32_t value) {
    if (!is_step(value)) return;
    const contract::ScoreInst& inst = program_.code[value];
    for (const std::uint32_t operand : operands_within(value)) {
      const bool is_predicate = language::is_aggregate(inst.op) && operand + begin_ == inst.a;
      const std::uint32_t guard = is_predicate ? contract::kNoOperand : guard_of(value);
      std::optional<std::uint32_t>& known = guards_[operand];
      known = !known || known == guard ? guard : contract::kNoOperand;
    }
  }

  const contract::ScoreProgram& program_;
  std::uint32_t begin_;
  std::uint32_t end_;
  std::vector<bool> needed_;
  std::vector<std::optional<std::uint32_t>> guards_;  ///< std::nullopt until a reader is known
};

class Scheduler {
 public:
  explicit Scheduler(const contract::ScoreProgram& program)
      : program_(program),
        lifetimes_(contract::lifetimes_of(program)),
        functions_(program.code.size(), kNoFunction),
        is_in_frame_(program.code.size()) {}

  ScoreSchedule run() {
    begin_part();
    deal_out();
    give_cells();
    return std::move(schedule_);
  }

 private:
  void deal_out() {
    std::uint32_t begin = 0;
    for (const contract::ScorePhase& phase : program_.phases) {
      add_rows(begin, phase.row_end);
      for (std::uint32_t value = phase.row_end; value < phase.item_end; ++value) compute(value);
      begin = phase.item_end;
    }
    for (std::uint32_t output = 0; output < program_.outputs.size(); ++output) {
      add_step({Step::Kind::Store, output});
      read(program_.outputs[output]);
    }
  }

  void add_rows(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t value = begin; value < end; ++value) {
      const contract::ScoreInst& inst = program_.code[value];
      if (!inst.is_per_row && !language::is_aggregate(inst.op)) compute(value);
    }
    const RowSection section(program_, begin, end);
    if (!section.has_aggregates()) return;
    const std::vector<RowStep> steps = section.steps();
    // The steps are not in the order of the code, so a row value lives as long as the loop.
    for (const RowStep& step : steps) {
      contract::Lifetime& life = lifetimes_[step.value];
      life = {begin, std::max(life.end, end - 1)};
    }
    add_loop(steps);
  }

  void compute(std::uint32_t value) {
    if (program_.code[value].op == language::Operation::Constant) return;
    add_step({Step::Kind::Compute, value});
    functions_[value] = part_function_;
    for (const std::uint32_t operand : contract::operands_of(program_.code[value])) read(operand);
  }

  void add_step(Step step) {
    make_room(1);
    segment().item_steps.push_back(step);
  }

  void add_loop(const std::vector<RowStep>& steps) {
    const bool is_inline = steps.size() <= kPartSteps;
    make_room((is_inline ? steps.size() : 0) + kLoopSteps);
    RowLoop& loop = segment().loop;
    for (std::size_t begin = 0; begin < steps.size(); begin += kPartSteps) {
      const std::uint32_t function = is_inline ? part_function_ : function_count_++;
      const auto first = steps.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto size = std::min(kPartSteps, steps.size() - begin);
      loop.bodies.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
      for (const RowStep& step : loop.bodies.back()) add_row_step(loop, step, function);
    }
    schedule_.parts.back().emplace_back();
  }

  void add_row_step(RowLoop& loop, const RowStep& step, std::uint32_t function) {
    if (language::is_aggregate(program_.code[step.value].op)) {
      loop.aggregates.push_back(step.value);
      is_in_frame_[step.value] = true;
    }
    functions_[step.value] = function;
    for (const std::uint32_t operand : contract::operands_of(program_.code[step.value]))
      read(operand, function);
    read(step.guard, function);
  }

  void read(std::uint32_t operand) { read(operand, part_function_); }
  void read(std::uint32_t operand, std::uint32_t function) {
    if (operand == contract::kNoOperand || functions_[operand] == kNoFunction) return;
    if (functions_[operand] != function) is_in_frame_[operand] = true;
  }

  void make_room(std::size_t steps) {
    if (part_size_ > 0 && part_size_ + steps > kPartSteps) begin_part();
    part_size_ += steps;
  }

  void begin_part() {
    schedule_.parts.emplace_back().emplace_back();
    part_function_ = function_count_++;
    part_size_ = 0;
  }

  ScoreSegment& segment() { return schedule_.parts.back().back(); }

  void give_cells() {
    std::vector<std::uint32_t> values;
    std::vector<contract::Lifetime> lifetimes;
    for (std::uint32_t value = 0; value < program_.code.size(); ++value) {
      if (!is_in_frame_[value]) continue;
      values.push_back(value);
      lifetimes.push_back(lifetimes_[value]);
    }
    const contract::Slots slots = contract::assign_slots(lifetimes);
    schedule_.cell_count = slots.count;
    schedule_.cells.assign(program_.code.size(), kNoSlot);
    for (std::size_t i = 0; i < values.size(); ++i) schedule_.cells[values[i]] = slots.of[i];
  }

  const contract::ScoreProgram& program_;
  ScoreSchedule schedule_;
  std::vector<contract::Lifetime> lifetimes_;  ///< by value
  std::vector<std::uint32_t> functions_;       ///< by value: the function that computes it
  std::vector<bool> is_in_frame_;              ///< by value
  std::uint32_t part_function_ = 0;
  std::uint32_t function_count_ = 0;
  std::size_t part_size_ = 0;
};

}  // namespace

ScoreSchedule schedule(const contract::ScoreProgram& program) { return Scheduler(program).run(); }

}  // namespace seedc::codegen
