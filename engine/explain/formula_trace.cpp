// Runs the instructions one after the other, each over all rows of the item.
#include "engine/explain/formula_trace.h"

#include <fmt/format.h>

#include <array>

#include "runtime/contract/lookup.h"
#include "runtime/contract/score_ops.h"
#include "runtime/exec/score_loops.h"

namespace seedc {

Result<FormulaTrace> FormulaTrace::run(const ScoreProgram& program, const BoundFormula& bound,
                                       std::uint32_t item) {
  const std::vector<Cell> constants = constants_of(program);
  ScoreInput input = bound.input();
  input.constants = constants.data();
  FormulaTrace trace(program, input.row_begins[item + 1] - input.row_begins[item]);
  if (!trace.fits()) {
    return fail(ErrorKind::Limit,
                fmt::format("the item has {} rows, too many to keep {} values of each",
                            trace.row_count_, program.code.size()),
                "explain another item, or fewer steps");
  }
  for (std::uint32_t number = 0; number < program.code.size(); ++number)
    trace.compute(number, input, item);
  return trace;
}

/// An aggregate counts as a value of each row: who explains it may list them.
bool FormulaTrace::fits() const {
  std::size_t cells = 0;
  for (const ScoreInst& inst : program_->code)
    cells += inst.is_per_row || is_aggregate(inst.op) ? row_count_ : 1;
  return cells <= kMostCells;
}

void FormulaTrace::compute(std::uint32_t number, const ScoreInput& input, std::uint32_t item) {
  const ScoreInst& inst = program_->code[number];
  const std::size_t count = inst.is_per_row ? row_count_ : 1;
  begins_.push_back(cells_.size());
  cells_.resize(cells_.size() + count);
  Cell* out = cells_.data() + begins_.back();
  std::array<ScoreColumn, 3> operands;
  const auto numbers = operands_of(inst);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == kNoOperand) continue;
    const std::size_t stride = program_->code[numbers[i]].is_per_row ? 1 : 0;
    operands[i] = {cells_.data() + begins_[numbers[i]], stride};
  }
  if (const ScoreLoop loop = score_loop(inst, Kind::Any)) return loop(operands.data(), out, count);
  if (is_aggregate(inst.op)) {
    *out = aggregate(inst);
  } else if (inst.op == ScoreOp::Constant) {
    *out = input.constants[inst.a];
  } else if (inst.op == ScoreOp::Load) {
    const ScoreLoad& load = input.loads[inst.a];
    const std::uint32_t* codes = load.codes + (inst.is_per_row ? input.row_begins[item] : item);
    for (std::size_t i = 0; i < count; ++i) out[i] = load.cells[codes[i]];
  } else if (inst.op == ScoreOp::Lookup) {
    const PreparedTable& table = *input.tables[inst.b];
    for (std::size_t i = 0; i < count; ++i) out[i] = look_up(table, operands[0][i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) out[i] = score::of_step(operands[0][i], inst.b);
  }
}

Cell FormulaTrace::aggregate(const ScoreInst& inst) const {
  std::array<std::uint64_t, kNullCauseCount> left_out{};
  Cell result = inst.op == ScoreOp::Count ? score::start_count()
                : inst.op == ScoreOp::Sum ? score::start_sum(inst.kind)
                                          : score::start_best();
  for (std::uint32_t row = 0; row < row_count_; ++row) {
    if (inst.a != kNoOperand && !value(inst.a, row).boolean()) continue;
    if (inst.op == ScoreOp::Count) {
      score::add_to_count(result, 1);
    } else if (inst.op == ScoreOp::Sum) {
      score::add_to_sum(result, value(inst.b, row), left_out.data());
    } else if (inst.op == ScoreOp::MaxOf) {
      score::keep_max(result, value(inst.b, row), left_out.data());
    } else {
      score::keep_min(result, value(inst.b, row), left_out.data());
    }
  }
  return result;
}

}  // namespace seedc
